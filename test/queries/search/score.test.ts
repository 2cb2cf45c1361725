import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lexicalScore } from '../../../src/queries/search/bm25.js'
import { idf, type Lexicon, nothingKnown, selectiveTerms } from '../../../src/queries/search/lexicon.js'
import { byScore, type Candidate, isMatch, outward, scoreOf } from '../../../src/queries/search/score.js'

const lexicon: Lexicon = {
  ...nothingKnown,
  memories: 100,
  length: 100 * 200,
  terms: [
    { lexeme: 'cat', memories: 4 },
    { lexeme: 'the', memories: 99 },
    { lexeme: 'unicorn', memories: 0 },
  ],
  subjects: ['anna'],
}
const candidate = (given: Partial<Candidate> = {}): Candidate => ({
  id: 'a',
  ordinal: 1n,
  created_at: '2026-01-01T00:00:00.000Z',
  subject: null,
  is_question: false,
  lex_len: 200,
  own_len: 7,
  frequencies: {},
  cosine: 0,
  ...given,
})
const plain = scoreOf(lexicon, candidate()).score

describe('the lexical score', () => {
  test('is BM25 on weighted frequencies, as a share of the perfect match', () => {
    const [cat, the] = [idf(lexicon, 4), idf(lexicon, 99)]
    const f = 1.5
    const expected = (cat * f * 1.9) / (f + 0.9) / ((cat + the) * 1.9)
    expect(lexicalScore(lexicon, { cat: 15 }, 200)).toBeCloseTo(expected, 12)
  })

  test('divides by the words that somebody knows, not by unknown ones', () => {
    expect(lexicalScore(lexicon, { cat: 1e9, the: 1e9 }, 200)).toBeCloseTo(1, 6)
  })

  test('lies between 0 and 1 and grows with the frequency, whatever the counts', () => {
    const count = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(count, count, count, count, (memories, documents, frequency, length) => {
        const odd = { ...lexicon, memories, length, terms: [{ lexeme: 'cat', memories: documents }] }
        const score = lexicalScore(odd, { cat: frequency }, length)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(lexicalScore(odd, { cat: frequency + 1 }, length)).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})

describe('the score', () => {
  test.each<[string, Partial<Candidate>, number]>([
    ['the cosine', { cosine: 0.5 }, 0.3],
    ['no vector', { cosine: null }, 0],
    ['a vector that is no number', { cosine: Number.NaN }, 0],
    ['the one named subject', { subject: 'anna' }, 0.25],
    ['another subject', { subject: 'ben' }, 0],
    ['a question', { is_question: true }, -0.06],
    ['its length', { own_len: 97 }, 0.05 * Math.log(10)],
  ])('counts %s', (_, given, more) => expect(scoreOf(lexicon, candidate(given)).score - plain).toBeCloseTo(more, 12))

  test('counts no subject where two are named', () => {
    const both = { ...lexicon, subjects: ['anna', 'ben'] }
    expect(scoreOf(both, candidate({ subject: 'anna' })).score).toBe(plain)
  })

  test('breaks ties by age, then place, then id', () => {
    const matches = [
      candidate({ id: 'd', created_at: '2026-01-02T00:00:00.000Z' }),
      candidate({ id: 'c', ordinal: 2n }),
      candidate({ id: 'b' }),
      candidate({ id: 'a' }),
    ].map((each) => scoreOf(lexicon, each))
    expect(matches.toSorted(byScore).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a match has a common word or is near enough, whoever is named', () => {
    const match = (given: Partial<Candidate>) => isMatch(scoreOf(lexicon, candidate(given)), 0.3)
    expect(match({ subject: 'anna', own_len: 1000, cosine: 0.29 })).toBe(false)
    expect(match({ cosine: 0.3 })).toBe(true)
    expect(match({ frequencies: { cat: 2 }, cosine: -0.5 })).toBe(true)
  })

  test.each([
    [-1, 0],
    [1, 0.5],
    [5, 1],
  ])('%d is shown as %d', (score, shown) => expect(outward(score)).toBe(shown))
})

test('words that stand almost everywhere select nothing, unless there are no others', () => {
  const large = {
    ...lexicon,
    memories: 1000,
    terms: [
      { lexeme: 'cat', memories: 200 },
      { lexeme: 'dog', memories: 201 },
    ],
  }
  expect(selectiveTerms(large).map(({ lexeme }) => lexeme)).toEqual(['cat'])
  expect(selectiveTerms({ ...large, terms: large.terms.slice(1) }).map(({ lexeme }) => lexeme)).toEqual(['dog'])
})
