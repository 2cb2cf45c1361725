import { describe, expect, test } from 'vitest'
import { ANSWERS, answerBits } from '../../src/text/answer-bits.js'
import { expectLinear, repeated } from '../support/growth.js'

const { time, place, number, name } = ANSWERS

const cases: readonly [text: string, subject: string | null, bits: number][] = [
  ['', null, 0],
  ['I like it a lot', null, 0],
  ['We met yesterday', null, time],
  ['It was on the 3rd', null, time],
  ['This may work', null, 0],
  ['We moved to Lisbon', null, place | name],
  ['I live near the River', null, place | name],
  ['She has three cats', null, number],
  ['I paid 40 for it', null, number],
  ['Back in 1999', null, time | number],
  ['I read "a long walk" to the end', null, name],
  ['I adore Beethoven', null, name],
  ['Beethoven is great. Mozart too', null, 0],
  ['We meet on Monday', null, time],
  ['I think that Anna is right', 'anna', 0],
  ['I saw Anna’s flat', 'anna lind', 0],
  ['April: I am tired', 'april', 0],
  ['April: I am tired', null, time],
  ["and then I'm off, OK", null, 0],
]

describe('answer bits', () => {
  test.each(cases)('%j about %j', (text, subject, bits) => expect(answerBits(text, subject)).toBe(bits))
})

test.each(['in ', 'in the ', '1.', '"ab', 'Ab ', 'A’', ' ', '.', 'Ab  ', '1'])('100,000 characters of %j', (piece) => {
  expectLinear(100_000, (length) => answerBits(`${repeated(piece, length)}x`, 'anna'))
  expectLinear(100_000, (length) => answerBits(` in${' '.repeat(length / 2)}the${' '.repeat(length / 2)}x`, null))
})
