import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTurns } from '../../../src/import/read-turns.js'
import { extract } from '../../../src/ingest/as-said/extract.js'
import { rounds, seed } from '../../faults/rounds.js'

const at = '2026-01-15T10:00:00.000Z'
const extracted = (text: string) => extract({ text }, { at })
const contents = (text: string) => extracted(text).facts.map(({ content }) => content)
const dated = (text: string) => extracted(text).facts.map(({ content, moment }) => [content, moment?.instant])

const TIMES = '00:00:02.340 --> 00:00:05.120'

describe('captions', () => {
  it.each([
    [
      'with a name in each piece, put together up to the end of a sentence',
      `WEBVTT

1
${TIMES}
Ana Reis: The release moves

2
${TIMES}
Ana Reis: to the 14th of May.

3
${TIMES}
Ben Ott: I tell the customers in Lyon.`,
      ['Ana Reis: The release moves to the 14th of May.', 'Ben Ott: I tell the customers in Lyon.'],
    ],
    [
      'with voices',
      `WEBVTT\n\n3f2c/12-0\n${TIMES}\n<v Ana Reis>The release moves\nto the 14th of May.</v>\n\n3f2c/13-0\n${TIMES}\n<v Ben Ott>Fine by Lyon.</v>`,
      ['Ana Reis: The release moves to the 14th of May.', 'Ben Ott: Fine by Lyon.'],
    ],
    [
      'that name a speaker only where they change',
      `${TIMES}\nAna: The van is in Porto.\n\n${TIMES}\nIt needs new tyres.\n\n${TIMES}\n(Ben)\nI know a garage.`,
      ['Ana: The van is in Porto.', 'Ana: It needs new tyres.', 'Ben: I know a garage.'],
    ],
    [
      'without names, numbered',
      '1\n00:00:01,000 --> 00:00:04,000\nMy sister lives in <i>Porto</i>\n\n2\n00:00:04,200 --> 00:00:07,500\nand works for a shipping company there.',
      ['My sister lives in Porto and works for a shipping company there.'],
    ],
    [
      'with the times beside the words, as Whisper prints them',
      '[00:00:01.000 --> 00:00:04.000]  My sister lives in Porto\n[00:00:04.200 --> 00:00:07.500]  and works for a shipping company there.',
      ['My sister lives in Porto and works for a shipping company there.'],
    ],
    [
      'with notes, which nobody says',
      `WEBVTT\nKind: captions\n\nNOTE made by a machine\n\n${TIMES}\nI live in Porto.\n\n${TIMES}\nMy van is red.`,
      ['I live in Porto.', 'My van is red.'],
    ],
  ])('%s', (_, text, expected) => {
    expect(contents(text)).toEqual(expected)
  })

  it('are not seen in a dialogue that shows them', () => {
    const shown = '[00:00:01.000 --> 00:00:04.000]  I live in Faro.\n[00:00:05.000 --> 00:00:08.000]  And I sell boats.'
    expect(contents(`User: Please summarise:\n${shown}\nAssistant: A boat seller.`)[0]).toContain(
      'User: Please summarise',
    )
  })

  it('keep a number that is said', () => {
    expect(contents(`WEBVTT\n\n${TIMES}\nAna: My room is\n\n${TIMES}\n214\n\n${TIMES}\nBen: Mine is 12.`)).toEqual([
      'Ana: My room is 214',
      'Ben: Mine is 12.',
    ])
  })

  it('are known piece by piece: what was said is the text itself, a piece for each turn', () => {
    const text = `WEBVTT\n\n1\n${TIMES}\nAna: The van\n\n2\n${TIMES}\nAna: is red.\n\n3\n${TIMES}\nBen: Mine is blue.`
    const { said, facts } = extracted(text)
    expect(said.map(({ content }) => content).join('\n')).toBe(text)
    expect(said).toHaveLength(2)
    expect(facts.map(({ turns }) => turns)).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('go on where an earlier part of them ends', () => {
    const begun = `WEBVTT\n\n1\n${TIMES}\nAna: The van is red.`
    const whole = `${begun}\n\n2\n${TIMES}\nBen: Mine is blue.`
    const from = begun.split('\n').length + 1
    const { facts, said } = extract({ text: whole }, { at, from })
    expect(facts.map(({ content }) => content)).toEqual(['Ben: Mine is blue.'])
    expect(said.map(({ content }) => content)).toEqual([`2\n${TIMES}\nBen: Mine is blue.`])
  })

  it('lose no word, and change the order of none', () => {
    const words = fc.array(fc.constantFrom('river', 'Ana', '42', 'the', 'well.', '東京', 'so', '10:30'), {
      minLength: 1,
      maxLength: 6,
    })
    const cue = fc.record({ name: fc.constantFrom('Ana Reis: ', 'Ben: ', ''), words })
    fc.assert(
      fc.property(fc.array(cue, { minLength: 2, maxLength: 30 }), (cues) => {
        const text = cues.map(({ name, words: said }, i) => `${i + 1}\n${TIMES}\n${name}${said.join(' ')}`).join('\n\n')
        const read = readTurns(text).map((turn) => turn.text)
        expect(read.join(' ').split(' ')).toEqual(cues.flatMap(({ words: said }) => said))
      }),
      { seed: rounds(11, seed), numRuns: rounds(100, 4000) },
    )
  })
})

describe('transcripts and chats', () => {
  it.each([
    [
      'a transcript that goes on for hours',
      'Ana Reis  0:02\nThe van is red.\n\nBen Ott  1:02:11\nMine is blue.',
      ['Ana Reis: The van is red.', 'Ben Ott: Mine is blue.'],
    ],
    [
      'what is copied from the page of an assistant',
      'You said:\nMy van is red.\nChatGPT said:\nA fine colour!\nYou said:\nIt is blue by now.',
      ['User: My van is red.', 'ChatGPT: A fine colour!', 'User: It is blue by now.'],
    ],
    [
      'the same in German',
      'Du hast gesagt:\nMein Bus ist rot.\nChatGPT hat gesagt:\nEine schöne Farbe!',
      ['User: Mein Bus ist rot.', 'ChatGPT: Eine schöne Farbe!'],
    ],
  ])('%s', (_, text, expected) => {
    expect(contents(text)).toEqual(expected)
  })

  it('a chat whose headers have dates', () => {
    expect(
      dated('Aina, [20.08.2026 09:13]\nMy flat is in Penang\n\nFarid, [20.08.2026 09:15]\nMine is in Ipoh'),
    ).toEqual([
      ['Aina: My flat is in Penang', '2026-08-20T09:13:00.000Z'],
      ['Farid: Mine is in Ipoh', '2026-08-20T09:15:00.000Z'],
    ])
  })

  it.each([
    ['what somebody said in passing', 'You said: it is red\nand I agree'],
    ['an arrow between times in a note', 'We opened 09:00 --> 17:00 on Mondays'],
  ])('take %s for prose', (_, text) => {
    expect(extracted(text).facts).toMatchObject([{ content: text, speaker: null }])
  })
})
