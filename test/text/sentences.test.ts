import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statementsIn } from '../../src/ingest/as-said/stated.js'
import { sentencesOf } from '../../src/text/sentences.js'

describe('the sentences of a text', () => {
  test.each([
    ['Ms. Okafor lives in Lagos. She is 3.5 km away.', 2],
    ['Das gilt z. B. für Hunde. Katzen sind frei.', 2],
    ['El Sr. Díaz vive en Lima. Trabaja en casa.', 2],
    ['M. Dupont habite à Lyon. Il y travaille.', 2],
    ['J. R. R. Tolkien wrote it. I like it.', 2],
    ['Я живу на ул. Ленина. Это хорошо.', 2],
    ['Read example.org/a.html first. Then write.', 2],
    ['The answer was .NET, I think.', 1],
    ['私は東京に住んでいます。猫がいます。', 2],
    ['मैं दिल्ली में रहता हूँ। मेरी बहन डॉक्टर है।', 2],
    ['Line one\nLine two here', 2],
  ])('%j', (text, sentences) => expect(sentencesOf(text)).toHaveLength(sentences))

  test('are all of it, however long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => sentencesOf(text).join('') === text),
    )
    const long = 'This is sentence number one of many. '.repeat(5000)
    expect(sentencesOf(long).join('')).toBe(long)
  })

  test('state something, or are idle and questions', () => {
    const text = 'Thanks! Mr. Ito pays 3.5 euros. Is that so? I live in Porto.'
    expect(statementsIn(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'Mr. Ito pays 3.5 euros.',
      'I live in Porto.',
    ])
  })
})
