import { describe, expect, it } from 'vitest'
import { readTurns } from '../../../src/import/read-turns.js'
import { extract } from '../../../src/ingest/as-said/extract.js'

const extracted = (text: string) => extract({ text }, { at: '2026-01-15T10:00:00.000Z' })
const contents = (text: string) => extracted(text).facts.map(({ content }) => content)
const dated = (text: string) => extracted(text).facts.map(({ content, moment }) => [content, moment?.instant])

describe('emails', () => {
  const mail = `From: Ana Reis <ana@example.org>
To: Ben Ott <ben@example.org>
Date: Tue, 3 Mar 2026 10:12:00 +0100
Subject: Contract with Lyon

Hi Ben,

the contract ends on 30 June. My new office is room 214.

On Mon, 2 Mar 2026 at 17:40, Ben Ott <ben@example.org> wrote:
> Hi Ana,
> when does the contract end? I work from Geneva now.`

  it('say what their sender writes, and what is quoted as said by whoever wrote it', () => {
    expect(dated(mail)).toEqual([
      [
        'Ana Reis: Contract with Lyon\n\nHi Ben,\n\nthe contract ends on 30 June. My new office is room 214.',
        '2026-03-03T09:12:00.000Z',
      ],
      ['Ben Ott: Hi Ana,\nwhen does the contract end? I work from Geneva now.', '2026-03-02T17:40:00.000Z'],
    ])
  })

  it('below one another are two, in German too', () => {
    const thread = `Von: "Reis, Ana" <ana@example.org>
Gesendet: Dienstag, 3. März 2026 10:12
An: Ben Ott
Betreff: AW: Vertrag

Mein neues Büro ist Raum 214.

-----Ursprüngliche Nachricht-----
Von: Ben Ott
Gesendet: Montag, 2. März 2026 17:40
An: Ana Reis
Betreff: Vertrag

Wann endet der Vertrag?`
    expect(extracted(thread).facts.map(({ speaker, content }) => [speaker, content])).toEqual([
      ['Ana Reis', 'Ana Reis: AW: Vertrag\n\nMein neues Büro ist Raum 214.'],
      ['Ben Ott', 'Ben Ott: Vertrag\n\nWann endet der Vertrag?'],
    ])
  })

  it.each([
    ['over two lines', 'On Mon, 2 Mar 2026 at 17:40, Ben Ott\n<ben@example.org> wrote:'],
    ['in German', 'Am Mo., 2. März 2026 um 17:40 Uhr schrieb Ben Ott <ben@example.org>:'],
    ['in French', 'Le lun. 2 mars 2026 à 17:40, Ben Ott <ben@example.org> a écrit :'],
  ])('know who is quoted %s', (_, intro) => {
    const reply = `From: ana@example.org\nSubject: Vans\n\nMine is red.\n\n${intro}\n> Mine is blue.`
    expect(dated(reply).at(-1)).toEqual(['Ben Ott: Mine is blue.', '2026-03-02T17:40:00.000Z'])
  })

  it('keep a line that only looks like the beginning of a quotation', () => {
    const minutes = 'From: ana@example.org\nSubject: Vans\n\nOn Monday, 2 March at 10:00 we agreed:\nthe van stays red.'
    expect(contents(minutes)).toEqual(['ana: Vans\n\nOn Monday, 2 March at 10:00 we agreed:\nthe van stays red.'])
  })

  it('quote nobody as the user: who is quoted without a name stays unknown', () => {
    const reply =
      'From: ana@example.org\nSubject: Vans\n\nYes, me too.\n> I live in Porto.\nFine then, we meet at noon.'
    expect(contents(reply)).toEqual([
      'ana: Vans\n\nYes, me too.',
      'Unknown sender: I live in Porto.',
      'ana: Fine then, we meet at noon.',
    ])
  })

  it('keep in what was said every line of the text', () => {
    const { said } = extracted(mail)
    expect(said.map(({ content }) => content).join('\n')).toBe(mail)
  })

  it('are no journeys', () => {
    const journey = 'From: Lisbon\nTo: Porto\nDate: 3 March 2026\nSeat: 12A by the window'
    expect(extracted(journey).facts.map(({ speaker }) => speaker)).toEqual([null])
  })

  it.each([
    [
      'above a quotation',
      'On Tue, 10 Mar 2026 at 10:15, Ben Ott <ben@example.org> wrote:\n> Is it still room 214?\n>\n> Ben',
    ],
    [
      'above a quotation without an address',
      'On Tue, 10 Mar 2026 at 10:15, Ben Ott wrote:\n\n> Is it still room 214?\n> Ben',
    ],
    [
      'above what is not marked',
      'On Mar 10, 2026, at 10:15 AM, Ben Ott <ben@example.org> wrote:\n\nIs it still room 214?\nBen',
    ],
    [
      'above fields',
      '________________________________\nFrom: Ben Ott <ben@example.org>\nSent: Tuesday, March 10, 2026 10:15 AM\nTo: Ana\nSubject: Room\n\nIs it still room 214?\nBen',
    ],
  ])('are read without their own fields, %s', (_, quoted) => {
    const [own, other, ...more] = dated(`Hi Ben,\n\nit is room 217 now.\n\nAna\n\n${quoted}`)
    expect(own?.[0]).toBe('Hi Ben,\n\nit is room 217 now.\n\nAna')
    expect(other?.[0]).toMatch(/^Ben Ott: (?:Room\n\n)?Is it still room 214\?/)
    expect(other?.[1]).toBe('2026-03-10T10:15:00.000Z')
    expect(more).toEqual([])
  })

  it.each([
    ['a diary', 'Dear diary,\nOn Friday at 10:15, Tom wrote:\nI am late.'],
    [
      'a chat that shows one',
      'User: what is this?\nOn Tue, 10 Mar 2026 at 10:15, Ben Ott wrote:\n> hello\nAssistant: A greeting.',
    ],
    ['a form', 'My trip\n\nFrom: Lisbon\nTo: Porto\nDate: 3 May 2026\nSubject: family visit\n\nI am vegan.'],
    ['code', 'Parse this:\n```\nOn Tue, 10 Mar 2026 at 10:15, Ben Ott <b@example.org> wrote:\n> hello\n```\nthanks'],
    [
      'a diary with an address',
      'On Friday 13 March 2026 at 10:15 Tom Ott (tom@example.org) wrote:\nyou win.\n\nI was so happy.',
    ],
  ])('are not seen in %s', (_, text) => {
    expect(
      extracted(text)
        .facts.map(({ speaker }) => speaker)
        .join(),
    ).not.toMatch(/Ott|Tom|Lisbon/)
  })

  it.each([
    [
      'Hi Ben,\n\nit is room 217 now.\n\nThe key is at the desk.\n\nBest wishes\nAna',
      ['Hi Ben,\n\nit is room 217 now.', 'The key is at the desk.\n\nBest wishes\nAna'],
    ],
    ['Hallo Ben,\n\nes ist jetzt Raum 217.\n\nAna', ['Hallo Ben,\n\nes ist jetzt Raum 217.\n\nAna']],
    ['Olá Ben!\n\nAgora é a sala 217.\n\nAna', ['Olá Ben!\n\nAgora é a sala 217.\n\nAna']],
    ['Hikes\n\nWe went to Triglav.\n\nAna', ['Hikes', 'We went to Triglav.', 'Ana']],
  ])(
    'have a greeting and a closing that are no memories of their own, without fields and quotations: %j',
    (text, said) => {
      expect(contents(text)).toEqual(said)
    },
  )

  it('keep the own words of a reply that marks some of them, and those of a mail below an unmarked quotation', () => {
    const marked = '> 5 apples are enough.\n\nAna\n\nOn Tue, 10 Mar 2026 at 10:15, Ben Ott wrote:\n> I need six apples.'
    expect(contents(marked)).toEqual(['> 5 apples are enough.\n\nAna', 'Ben Ott: I need six apples.'])
    const mail =
      'From: ana@example.org\nSubject: Vans\n\nOn Monday, 2 March at 10:00, Ben wrote:\nit stays red.\n\nI move to Porto.'
    expect(contents(mail).join()).not.toContain('Ben:')
  })

  it('are read below what is known of their thread already', () => {
    const first = 'Hi Ana,\n\nis it still room 214?\n\nBen'
    const fields = 'From: Ana Reis <a@example.org>\nSent: Tuesday, March 10, 2026 10:15 AM\nTo: Ben\nSubject: Room'
    const text = `${first}\n\ue000\n${fields}\n\nit is room 217 now.`
    expect(readTurns(text).at(-1)).toMatchObject({ speaker: 'Ana Reis', text: 'Room\n\nit is room 217 now.' })
  })
})
