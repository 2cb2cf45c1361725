import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyzeQuery } from '../../src/search/query-analysis/query-analysis.js'
import { byScore, publicScore } from '../../src/search/score.js'
import { idf, selectiveTerms, type TermStatistics } from '../../src/search/term-statistics.js'
import { ANSWERS } from '../../src/text/answer-bits.js'
import { nothingKnown } from './nothing-known.js'
import { isMatchOfOne, matchOfOne, type OneMemory, wordsOfOne } from './words-of-one.js'

const termStatistics: TermStatistics = {
  ...nothingKnown,
  memories: 100,
  length: 100 * 200,
  terms: [
    { lexemes: ['cat', 'katz'], memories: 4 },
    { lexemes: ['the'], memories: 99 },
    { lexemes: ['unicorn'], memories: 0 },
  ],
  subjects: ['anna'],
}
const analysis = analyzeQuery('Where did Ann go in May 2026?', '2026-11-21', 'en')
const scoreOf = (known: TermStatistics, one: OneMemory) => matchOfOne({ termStatistics: known, analysis }, one)
const isMatch = (known: TermStatistics, one: OneMemory) => isMatchOfOne({ termStatistics: known, analysis }, one)
const lexicalScore = (known: TermStatistics, held: Readonly<Record<string, number>>, length: number) =>
  wordsOfOne(known, held, length).lexical
const plain = scoreOf(termStatistics, {}).score

describe('the lexical score', () => {
  test('is BM25 on weighted frequencies, as a share of the perfect match', () => {
    const [cat, the] = [idf(termStatistics, 4), idf(termStatistics, 99)]
    const f = 2
    const expected = (cat * f * 1.9) / (f + 0.9) / ((cat + the) * 1.9)
    expect(lexicalScore(termStatistics, { cat: 2, dog: 1 }, 200)).toBeCloseTo(expected, 12)
    expect(lexicalScore(termStatistics, { cat: 1, katz: 1 }, 200)).toBeCloseTo(expected, 12)
  })

  test('divides by the words that somebody knows, not by unknown ones', () => {
    expect(lexicalScore(termStatistics, { cat: 9999, the: 9999 }, 200)).toBeCloseTo(1, 3)
  })

  test('lies between 0 and 1 and grows with the frequency, whatever the counts', () => {
    const count = fc.integer({ min: 0, max: 10_000 })
    const few = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(count, count, few, count, (memories, documents, frequency, length) => {
        const odd = { ...termStatistics, memories, length, terms: [{ lexemes: ['cat'], memories: documents }] }
        const score = lexicalScore(odd, { cat: frequency }, length)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(lexicalScore(odd, { cat: frequency + 1 }, length)).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})

describe('the score', () => {
  test.each<[string, OneMemory, number]>([
    ['the cosine', { cosine: 0.5 }, 0.3],
    ['the one named subject', { subject: 'anna' }, 0.25],
    ['another subject', { subject: 'ben' }, 0],
    ['a question', { is_question: true }, -0.06],
    ['its length', { own_len: 97 }, 0.05 * Math.log(10)],
    ['the month that is analysis for', { occurred_on: '2026-05-31' }, 0.3],
    ['another month', { occurred_on: '2026-06-01' }, 0],
    ['a day that it names', { named_days: '{[2026-05-07,2026-05-08)}' }, 0.3],
    ['a span that it names, by the share of it', { named_days: '{[2026-05-22,2026-06-11)}' }, 0.15],
    ['what it names of another time', { named_days: '{[2026-06-07,2026-06-08)}' }, 0],
    ['a place where one is analysis for', { answer_bits: ANSWERS.place }, 0.1],
    ['another kind of answer', { answer_bits: ANSWERS.number }, 0],
  ])('counts %s', (_, given, more) => expect(scoreOf(termStatistics, given).score - plain).toBeCloseTo(more, 12))

  test('counts no subject where two are named', () => {
    const both = { ...termStatistics, subjects: ['anna', 'ben'] }
    expect(scoreOf(both, { subject: 'anna' }).score).toBe(plain)
  })

  test('breaks ties by age, then place, then id', () => {
    const matches = [
      { id: 'd', observed_at: '2026-01-02T00:00:00.000Z' },
      { id: 'c', ordinal: 2n },
      { id: 'b' },
      { id: 'a' },
    ].map((each) => scoreOf(termStatistics, each))
    expect(matches.toSorted(byScore).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a match has a common word or is near enough, whoever is named', () => {
    const match = (given: OneMemory) => isMatch(termStatistics, given)
    expect(match({ subject: 'anna', own_len: 1000, cosine: 0.29 })).toBe(false)
    expect(match({ cosine: 0.3 })).toBe(true)
    expect(match({ ...wordsOfOne(termStatistics, { cat: 1 }, 200), cosine: -0.5 })).toBe(true)
    expect(match({ occurred_on: '2026-05-31', answer_bits: 15, cosine: 0.29 })).toBe(false)
  })

  test('a memory of the time that is analysis for is a match where the query says nothing else that is known', () => {
    const silent = { ...termStatistics, terms: [] }
    const match = (given: OneMemory) => isMatch(silent, given)
    expect(match({ occurred_on: '2026-05-31' })).toBe(true)
    expect(match({ occurred_on: '2026-06-30' })).toBe(false)
  })

  test('so has a memory that holds a word near in meaning', () => {
    const [cat] = termStatistics.terms
    const relatedTerms = cat ? [{ lexeme: 'kitten', memories: 2, cosine: 0.5, of: cat }] : []
    const match = (known: TermStatistics) => isMatch(known, { ...wordsOfOne(known, { kitten: 1 }, 200), cosine: -0.5 })
    expect(match({ ...termStatistics, relatedTerms })).toBe(true)
    expect(match(termStatistics)).toBe(false)
  })

  test.each([
    [-1, 0],
    [1, 0.5],
    [5, 1],
  ])('%d is shown as %d', (score, shown) => expect(publicScore(score)).toBe(shown))
})

describe('the words that choose candidates', () => {
  const terms = (...memories: number[]) => memories.map((count) => ({ lexemes: [`df${count}`], memories: count }))
  const chosen = (memories: number, ...counts: number[]) =>
    selectiveTerms({ ...termStatistics, memories, terms: terms(...counts) }).map((term) => term.memories)

  test.each<[string, number, number[], number[]]>([
    ['leave out those that stand almost everywhere', 1000, [200, 201], [200]],
    ['are those all the same where there are no others', 1000, [201], [201]],
    ['are the rarest, as many as stand in a thousand memories together', 100_000, [700, 3, 400, 200], [3, 200, 400]],
    ['are the rarest alone where it stands in more', 100_000, [9000, 5000], [5000]],
  ])('%s', (_, memories, counts, wanted) => expect(chosen(memories, ...counts)).toEqual(wanted))
})

describe('the trust in an agent', () => {
  const weighed = (trust: number, lexical: number, cosine: number) =>
    scoreOf(termStatistics, { trust, lexical, cosine }).trust
  const level = fc.double({ min: 0, max: 1, noNaN: true })
  const cosines = fc.double({ min: -1, max: 1, noNaN: true })

  test('adds or takes away a quarter of the words and the meaning at most, and nothing where none was set', () => {
    expect(weighed(1, 0.4, 0.5)).toBeCloseTo(0.25 * 0.7, 12)
    expect(weighed(0, 0.4, 0.5)).toBeCloseTo(-0.25 * 0.7, 12)
    expect(weighed(0.5, 0.4, 0.5)).toBe(0)
    expect(weighed(1, 0, -0.5)).toBe(0)
  })
  test('never lowers what is trusted more, nor raises what does not match', () =>
    fc.assert(
      fc.property(level, level, level, cosines, (a, b, lexical, cosine) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(weighed(more, lexical, cosine)).toBeGreaterThanOrEqual(weighed(less, lexical, cosine))
        expect(Math.abs(weighed(a, lexical, cosine))).toBeLessThanOrEqual(0.25 * Math.max(0, lexical + 0.6 * cosine))
      }),
    ))
})
