import { describe, expect, test } from 'vitest'
import { namedSubjects, weigher, withoutNames } from '../../src/search/embed-query.js'
import { idf, queryWords, type TermStatistics } from '../../src/search/term-statistics.js'
import { nothingKnown } from './nothing-known.js'

describe('the subjects that a query names', () => {
  test.each<[string, string[], string[]]>([
    ["Where is Anna's cat?", ['anna', 'ben'], ['anna']],
    ['Annabel went', ['anna'], []],
    ['Did Mary Ann call?', ['ann', 'mary ann', 'mary'], ['mary ann']],
    ['Mary met Ann', ['mary ann'], []],
    ["O'Brien, Jean-Luc!", ["o'brien", 'jean-luc'], ['jean-luc', "o'brien"]],
    ['Will Anna come?', ['will', 'anna'], ['anna']],
    ['Where is Will?', ['will'], ['will']],
    ['ZOE\u0308', ['zoë'], ['zoë']],
    ['😀', ['…', ''], []],
  ])('%j of %j', (query, known, named) => expect(namedSubjects(query, known)).toEqual(named))
})

describe('a query for an encoder that cannot weigh words', () => {
  test.each<[string, string[], string]>([
    ["What is Anna's cat called?", ['anna'], 'What is   cat called?'],
    ['Did Mary  Ann meet Annabel', ['mary ann'], 'Did   meet Annabel'],
    ['Anna', ['anna'], 'Anna'],
  ])('%j without %j', (query, names, rest) => expect(withoutNames(query, names)).toBe(rest))
})

describe('the weight of a word in the query vector', () => {
  const termStatistics: TermStatistics = {
    ...nothingKnown,
    memories: 100,
    termOf: new Map([
      ['cats', { lexemes: ['cat'], memories: 4 }],
      ['zoë', { lexemes: ['zoe'], memories: 50 }],
      ['unicorn', { lexemes: ['unicorn'], memories: 0 }],
    ]),
  }
  const weigh = weigher('Where are the cats of Zoë, unicorn beyond?', termStatistics, 'en')

  test.each<[string, number]>([
    ['cats', idf(termStatistics, 4) / Math.log(100)],
    ['zoe', idf(termStatistics, 50) / Math.log(100)],
    ['unicorn', idf(termStatistics, 0) / Math.log(100)],
    ['the', 0.2],
    ['beyond', 0],
    ['?', 0],
  ])('%s', (word, weight) => expect(weigh(word)).toBe(weight))

  test('is finite with one memory', () => {
    expect(weigher('cats', { ...termStatistics, memories: 1 }, 'en')('cats')).toBeGreaterThanOrEqual(0)
  })
})

test('a search looks up 64 words at most', () => {
  expect(queryWords(Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' '), 'en')).toHaveLength(64)
})
