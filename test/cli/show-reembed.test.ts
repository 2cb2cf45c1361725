import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { estimateIn, overlapOf, readQuestions, sentencesOf } from '../../src/cli/reembed.js'
import { differenceOf } from '../../src/operations/reembed/reembed.js'
import { estimateOf, type ReembedResult } from '../../src/operations/reembed/report.js'
import { folder } from './command.js'

const memory = (id: string) => ({ id, content: `says ${id}` })
const answer = (...ids: string[]) => ids.map(memory)

describe('two answers', () => {
  test('differ by the results that entered and left, with their ranks', () =>
    expect(differenceOf(answer('a', 'b', 'c'), answer('c', 'd', 'a'))).toEqual({
      same: 2,
      of: 3,
      entered: [{ rank: 2, ...memory('d') }],
      left: [{ rank: 2, ...memory('b') }],
    }))
  test('that are both empty are the same', () => {
    const none = { userId: 'anna', query: 'tea', ...differenceOf([], []) }
    expect(overlapOf([none])).toBe(1)
  })
  test('are shown with a mean overlap', () => {
    const result: ReembedResult = {
      from: { model: 'one', dimensions: 4 },
      to: { model: 'two', dimensions: 8 },
      estimate: { texts: 0, tokens: 0, cost: null },
      embedded: 0,
      seconds: 1,
      state: 'embedded',
      compared: [{ userId: 'anna', query: 'tea', ...differenceOf(answer('a', 'b'), answer('b', 'c')) }],
    }
    expect(sentencesOf(result)).toEqual([
      'anna: tea',
      '  1 of 2 are the same',
      '  - 1. a says a',
      '  + 2. c says c',
      '1 queries, mean overlap of the first ten 50.0 % (one (4 dimensions) against two (8 dimensions)). Nothing was switched.',
    ])
  })
})

describe('an estimate', () => {
  const amount = { texts: 1200, characters: 400_001 }
  test('counts four characters as a token', () =>
    expect(estimateOf(amount, 0.13)).toEqual({ texts: 1200, tokens: 100_001, cost: expect.closeTo(0.013, 4) }))
  test('states the cost', () =>
    expect(estimateIn(estimateOf(amount, 0.13))).toBe(
      '1200 texts have to be embedded, about 100001 tokens, about $0.013.',
    ))
  test('says which option gives the price', () =>
    expect(estimateIn(estimateOf(amount, undefined))).toContain('pass --price'))
})

describe('a file of queries', () => {
  const file = (text: string) => {
    const path = join(folder(), 'queries.txt')
    writeFileSync(path, text)
    return path
  }
  test('has one query a line, with a user each or one user for all', () =>
    expect(readQuestions(file('tea\r\nben\t coffee \n\n'), 'anna')).toEqual([
      { userId: 'anna', query: 'tea' },
      { userId: 'ben', query: 'coffee' },
    ]))
  test.each([
    ['tea', 'line 1: whose memories?'],
    ['', 'holds no query'],
    ['ben\t ', 'the query is empty'],
  ])('%j is refused', (text, wrong) => expect(() => readQuestions(file(text), undefined)).toThrow(wrong))
  test('that is missing is refused', () =>
    expect(() => readQuestions(join(folder(), 'none'), 'anna')).toThrow('cannot be read (ENOENT)'))
})
