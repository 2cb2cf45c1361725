import { describe, expect, test } from 'vitest'
import { answerScore, expectedKinds } from '../../../src/search/query-analysis/query-analysis.js'
import { ANSWERS } from '../../../src/text/answer-bits.js'

const { time, place, number, name } = ANSWERS
const all = time | place | number | name

const cases: readonly (readonly [query: string, bits: readonly number[]])[] = [
  ['When did we meet?', [time]],
  ['Since when is she here?', [time]],
  ['what month was it', [time]],
  ['Which day suits her?', [time]],
  ['In what year was he born?', [time]],
  ['How long ago was it?', [time, number]],
  ['And when did they leave?', [time]],
  ['Where does he live?', [place]],
  ['Which city is it?', [place]],
  ['From what country is she?', [place]],
  ['To which places did they go?', [place]],
  ['Tell me where he lives', []],
  ['How many cats are there?', [number]],
  ['How much was it?', [number]],
  ['How old is he?', [number]],
  ['What number is it?', [number]],
  ['Tell me how many times she came', [number]],
  ['What is the dog called?', [name]],
  ['What is the name of his band?', [name]],
  ['Which book did she read?', [name]],
  ['What company is it?', [name]],
  ['When was the book titled?', [time, name]],
  ['Who is Anna?', []],
  ['Wann war das?', []],
  ['', []],
]

describe('the kinds of answer asked for', () => {
  test.each(cases)('%s', (query, bits) => expect(expectedKinds(query).map(({ bit }) => bit)).toEqual(bits))
})

test.each([
  ['When did we meet?', all, 0.1],
  ['When did we meet?', place | name, 0],
  ['Where is it?', place, 0.1],
  ['How many?', number, 0.05],
  ['What is it called?', name, 0.1],
  ['How long ago was it?', all, 0.15],
  ['When was the book titled?', all, 0.2],
  ['When was the book titled?', name, 0.1],
  ['Who is it?', all, 0],
])('%s, of a memory with bits %i: %d', (query, bits, score) =>
  expect(answerScore(expectedKinds(query), bits)).toBeCloseTo(score),
)
