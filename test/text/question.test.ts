import { expect, test } from 'vitest'
import { isQuestion } from '../../src/text/answer-bits.js'

test.each(['Really?', 'Really? \n', 'She asked: "Really?"', 'Shall we go? 😀👍🏽❤️', '本当ですか？', 'هل أنت هنا؟'])(
  '%j is a question',
  (text) => expect(isQuestion(text)).toBe(true),
)

test.each(['', ' ', '"', 'No.', 'Why? Because.', 'a?b', '? 1'])('%j is none', (text) =>
  expect(isQuestion(text)).toBe(false),
)

test('100,000 characters of anything are looked at quickly', () => {
  for (const sign of ['?', ' ', '"', '😀', '\ud800']) expect(isQuestion(sign.repeat(100_000))).toBe(sign === '?')
})
