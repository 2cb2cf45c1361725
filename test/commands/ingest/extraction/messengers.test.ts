import { describe, expect, it } from 'vitest'
import { extract } from '../../../../src/commands/ingest/extraction/extract.js'

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
})

describe('a chat whose lines begin with a name and a time', () => {
  it('is read by its speakers and days', () => {
    const text = 'Ana Reis (2024-03-12 10:15): We moved to Porto.\nTom (2024-03-12 10:16): Mine is in Lyon.\nStill.'
    expect(extracted(text).map(({ content, observedAt }) => [content, observedAt])).toEqual([
      ['Ana Reis: We moved to Porto.', '2024-03-12T10:15:00.000Z'],
      ['Tom: Mine is in Lyon.\nStill.', '2024-03-12T10:16:00.000Z'],
    ])
  })

  it('but not prose with such a time in it', () => {
    const text = 'The train (2024-03-12 10:15) was late.\nThe bus (2024-03-12 10:20) came.'
    expect(contents(text).join('\n')).toContain('The train (2024-03-12 10:15) was late.')
  })
})

describe('a transcript with the name on one line and the time on the next', () => {
  it('is read by its speakers', () => {
    const text = 'Ana Reis\n00:12\nThe launch is on May 3.\nTom Ott\n00:20\nThen the beta ends in April.\nAll of it.'
    expect(contents(text)).toEqual([
      'Ana Reis: The launch is on May 3.',
      'Tom Ott: Then the beta ends in April.\nAll of it.',
    ])
  })

  it('and kept turn by turn, as it was written', () => {
    const text =
      'Notes\n\nAna Reis\n00:12\nThe launch is on May 3.\n\nTom Ott\n00:20\nThen the beta ends in April.\nAll of it.'
    expect(extract({ text }, { at }).said.map(({ content }) => content)).toEqual([
      'Notes\n',
      'Ana Reis\n00:12\nThe launch is on May 3.\n',
      'Tom Ott\n00:20\nThen the beta ends in April.\nAll of it.',
    ])
  })

  it('and a timetable is none', () => {
    const text = 'Linz\n10:30\nVienna\n12:05\nBudapest\n14:40'
    expect(contents(text).join('\n')).toContain('Vienna\n12:05')
  })
})

describe('elements named after roles', () => {
  it.each(['\n', ''])('are turns', (between) => {
    const text = [
      '<user>I live in Porto.</user>',
      '<assistant>Noted.</assistant>',
      '<user>My cat is Mia.\nShe is 3.</user>',
    ]
    expect(contents(text.join(between))).toEqual(['User: I live in Porto.', 'User: My cat is Mia.\nShe is 3.'])
  })

  it.each(['<p>I live in Porto.</p>', '<user>I live in Porto.</user> and more', '<user>I live in Porto.'])(
    'and nothing else is: %j',
    (text) => expect(contents(text)).toEqual([text]),
  )
})
