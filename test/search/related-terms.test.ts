import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commonWords,
  idf,
  type RelatedTerms,
  relatedTermsOf,
  relatedTo,
  type TermStatistics,
} from '../../src/search/term-statistics.js'
import { nothingKnown } from './nothing-known.js'
import { wordsOfOne } from './words-of-one.js'

const birds: RelatedTerms = (lexeme) =>
  lexeme === 'bird'
    ? [
        { lexeme: 'duck', cosine: 0.8 },
        { lexeme: 'finch', cosine: 0.6 },
      ]
    : []
const bird = { lexemes: ['bird'], memories: 5 }
const asked: TermStatistics = {
  ...nothingKnown,
  memories: 100,
  length: 100 * 200,
  terms: [bird],
  termOf: new Map([['birds', bird]]),
  languages: ['en'],
}
const near = (given: Partial<TermStatistics>, counts: Readonly<Record<string, number>>) =>
  relatedTermsOf({ ...asked, ...given }, relatedTo(['birds'], birds), new Map(Object.entries(counts))).map(
    ({ lexeme }) => lexeme,
  )

describe('the words near those of a query', () => {
  test('are looked up by the stem', () =>
    expect(relatedTo(['birds', 'tree'], birds).map(({ lexeme }) => lexeme)).toEqual(['duck', 'finch']))
  test('are looked for unless the query writes it as a name', () =>
    expect(commonWords('Which birds did Robin see in Lisbon?', ['birds', 'robin', 'see', 'lisbon'])).toEqual([
      'birds',
      'see',
    ]))
  test('are those that a visible memory holds', () => expect(near({}, { finch: 2 })).toEqual(['finch']))
  test('are none for a name', () => expect(near({ subjects: ['birds'] }, { duck: 1 })).toEqual([]))
  test('are none where no memory is in English', () => expect(near({ languages: ['de'] }, { duck: 1 })).toEqual([]))
  test('are not those that the query holds itself', () => {
    const duck = { lexemes: ['duck'], memories: 1 }
    expect(near({ terms: [bird, duck] }, { duck: 1, finch: 1 })).toEqual(['finch'])
  })
})

describe('what they add to a score', () => {
  const [duck, finch] = [0.8, 0.6].map((cosine, i) => ({
    lexeme: i === 0 ? 'duck' : 'finch',
    memories: 5,
    cosine,
    of: bird,
  }))
  const relatedTerms = duck && finch ? [duck, finch] : []
  const score = (held: Readonly<Record<string, number>>, given: Partial<TermStatistics> = {}) =>
    wordsOfOne({ ...asked, relatedTerms, ...given }, held, 200)
  const once = 1 / 1.9

  test('is half of what the word itself would count, times their cosine', () =>
    expect(score({ duck: 1 })).toEqual({ lexical: 0, relatedTerms: expect.closeTo(0.5 * 0.8 * once, 12) }))
  test('is that of the best of them alone', () => expect(score({ duck: 1, finch: 1 })).toEqual(score({ duck: 1 })))
  test('is nothing beside the word itself', () => {
    expect(score({ bird: 1, duck: 1 }).relatedTerms).toBe(0)
    expect(score({ bird: 1, duck: 1 }).lexical).toBeCloseTo(once, 12)
  })
  test('is the rest where it stands there so often that it counts more than the word itself', () => {
    const { lexical, relatedTerms: more } = score({ bird: 1, duck: 9 })
    expect(lexical + more).toBeCloseTo(Math.max(lexical, (0.4 * 9) / (9 + 0.9)), 12)
  })
  test('is a share of the nearest words where no memory holds a word of the query', () => {
    const none = { lexemes: ['bird'], memories: 0 }
    const unknown = { terms: [none], relatedTerms: relatedTerms.map((each) => ({ ...each, of: none })) }
    expect(score({ duck: 1 }, unknown).relatedTerms).toBeCloseTo(0.5 * once, 12)
    expect(score({ finch: 1 }, unknown).relatedTerms).toBeCloseTo((0.5 * 0.6 * once) / 0.8, 12)
  })

  test('never lowers a score and never changes what the own words count, whatever the counts', () => {
    const count = fc.integer({ min: 0, max: 100 })
    const words = fc.dictionary(fc.constantFrom('bird', 'duck', 'finch', 'tree'), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(count, count, fc.double({ min: 0.45, max: 1, noNaN: true }), words, (own, other, cosine, held) => {
        const of = { lexemes: ['bird'], memories: own }
        const known = { terms: [of], relatedTerms: [{ lexeme: 'duck', memories: other, cosine, of }] }
        const [withThem, alone] = [score(held, known), score(held, { ...known, relatedTerms: [] })]
        expect(withThem.lexical).toBe(alone.lexical)
        expect(withThem.relatedTerms).toBeGreaterThanOrEqual(0)
        expect(alone.relatedTerms).toBe(0)
        expect(Number.isFinite(withThem.relatedTerms)).toBe(true)
      }),
    )
  })
  test('weighs by how rare they are', () =>
    expect(
      score({ duck: 1 }, { relatedTerms: relatedTerms.map((each) => ({ ...each, memories: 50 })) }).relatedTerms,
    ).toBeCloseTo((0.4 * once * idf(asked, 50)) / idf(asked, 5), 12))
})
