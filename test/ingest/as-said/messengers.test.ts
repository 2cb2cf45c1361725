import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const at = '2026-01-15T10:00:00.000Z'
const extracted = (text: string) => extract({ text }, { at }).facts
const contents = (text: string) => extracted(text).map(({ content }) => content)

describe('what a messenger puts in the place of a picture', () => {
  it.each([
    ['12/03/24, 10:17 - Ana Reis: <Media omitted>', 'We moved to Porto.'],
    ['[12.03.24, 10:17:00] Ana Reis: \u200eBild weggelassen', 'Wir sind nach Porto gezogen.'],
    ['12/03/24, 10:17 - Ana Reis: imagen omitida', 'Vivo en Oporto.'],
    ['12/03/24, 10:17 - Ana Reis: This message was deleted', 'We moved to Porto.'],
    ['12/03/24, 10:17 - Ana Reis: Diese Nachricht wurde gelöscht.', 'Wir sind nach Porto gezogen.'],
  ])('is no memory: %j', (line, said) => {
    const text = `${line}\n${line.replace(/(Ana Reis: ).*/, `$1${said}`)}`
    expect(contents(text)).toEqual([`Ana Reis: ${said}`])
  })

  it('is no answer to the question before it', () => {
    const text = [
      '12/03/24, 10:16 - Tom: how is the flat?',
      '12/03/24, 10:17 - Ana Reis: <Media omitted>',
      '12/03/24, 10:18 - Ana Reis: Small, but with a garden',
    ]
    expect(contents(text.join('\n'))).toEqual(['Tom: how is the flat?', 'Ana Reis: Small, but with a garden'])
  })

  it('and neither is what stands above a chat', () => {
    const notice =
      'Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them. Tap to learn more.'
    const text = `12/03/24, 10:14 - ${notice}\n12/03/24, 10:15 - Ana Reis: We moved to Porto.`
    expect(contents(text)).toEqual(['Ana Reis: We moved to Porto.'])
  })

  it('unless somebody says so of something', () => {
    expect(contents('Ana: The photo was omitted from the report.\nTom: It goes into the annex.')).toEqual([
      'Ana: The photo was omitted from the report.',
      'Tom: It goes into the annex.',
    ])
  })

  it.each([
    'Only people in this chat know that I have diabetes',
    'Niemand außerhalb dieses Chats weiß, dass ich schwanger bin.',
    'No one at work may read this chat because I quit on May 5',
  ])('or tells something of the chat: %s', (text) => expect(contents(text)).toEqual([text]))
})

describe('a chat whose lines begin with a name and a time', () => {
  it('is read by its speakers and days', () => {
    const text = 'Ana Reis (2024-03-12 10:15): We moved to Porto.\nTom (2024-03-12 10:16): Mine is in Lyon.\nStill.'
    expect(extracted(text).map(({ content, moment }) => [content, moment?.instant])).toEqual([
      ['Ana Reis: We moved to Porto.', '2024-03-12T10:15:00.000Z'],
      ['Tom: Mine is in Lyon.\nStill.', '2024-03-12T10:16:00.000Z'],
    ])
  })

  it('but not one line among others, nor a log', () => {
    const chat =
      'Ana: I moved to Graz.\nBob: Here it is.\nDentist (12/03/2024 10:15): bring x-rays\nAna: My cat is Mia.'
    expect(contents(chat)).toHaveLength(3)
    const log = 'ERROR [2024-03-12 10:15:00]: disk full\nERROR [2024-03-12 10:16:00]: disk full again'
    expect(contents(log)).toEqual([log])
  })
})

describe('a transcript with the name on one line and the time on the next', () => {
  const text =
    'Notes\n\nAna Reis\n00:12\nThe launch is on May 3.\n\nTom Ott\n00:20\nReally?\n\nAna Reis\n00:24\nThe beta ends in April.\nAll of it.'

  it('is read by its speakers', () => {
    expect(contents(text).slice(1)).toEqual([
      'Ana Reis: The launch is on May 3.',
      'Ana Reis: The beta ends in April.\nAll of it.',
    ])
  })

  it('and kept turn by turn, as it was written', () => {
    expect(extract({ text }, { at }).said.map(({ content }) => content)).toEqual([
      'Notes\n',
      'Ana Reis\n00:12\nThe launch is on May 3.\n',
      'Tom Ott\n00:20\nReally?\n',
      'Ana Reis\n00:24\nThe beta ends in April.\nAll of it.',
    ])
  })

  it.each([
    ['a timetable', 'Linz\n10:30\nVienna\n12:05\nLinz\n14:40'],
    ['an agenda', 'Opening Keynote\n09:00\nMain hall with coffee\n\nPanel Discussion\n10:30\nRoom B with tea'],
  ])('and %s is none', (_, other) => {
    expect(extracted(other).every(({ content }) => !content.includes(':') || other.includes(content))).toBe(true)
  })
})

describe('elements named after the sides of a chat', () => {
  const lines = [
    '<user>I live in Porto.</user>',
    '<assistant>Noted.</assistant>',
    '<user>My cat is Mia.\nShe is 3.</user>',
  ]

  it.each(['\n', ''])('are turns', (between) => {
    expect(contents(lines.join(between))).toEqual(['User: I live in Porto.', 'User: My cat is Mia.\nShe is 3.'])
  })

  it('are kept turn by turn, and read on from where they were read before', () => {
    const text = lines.join('\n')
    expect(extract({ text }, { at }).said.map(({ content }) => content)).toEqual(
      lines.map((line, i) => (i < 2 ? line : lines[2])),
    )
    const more = extract({ text }, { at, from: 2 })
    expect(more.facts.map(({ content }) => content)).toEqual(['User: My cat is Mia.\nShe is 3.'])
    expect(more.said.map(({ content }) => content)).toEqual([lines[2]])
  })

  it.each([
    '<p>I live in Porto.</p>',
    '<user>I live in Porto.</user> and more',
    '<user>I live in Porto.',
    '<host>db.example.com</host>\n<user>reporting</user>',
  ])('and nothing else is: %j', (text) => expect(contents(text)).toEqual([text]))
})
