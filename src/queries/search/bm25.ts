import { quoted } from '../../indexing/search-vector.js'
import type { WeighedTerm } from '../bank-index/score-bank.js'
import { idf, type TermStatistics } from './term-statistics.js'

/** Each term of the query by its rarity, with the words near it by theirs times their cosine; 0 where no memory holds it. */
const weighed = (termStatistics: TermStatistics): readonly WeighedTerm[] =>
  [...new Set([...termStatistics.terms, ...termStatistics.relatedTerms.map(({ of }) => of)])].map((term) => ({
    own: { weight: term.memories > 0 ? idf(termStatistics, term.memories) : 0, keys: term.lexemes.map(quoted) },
    near: termStatistics.relatedTerms
      .filter(({ of }) => of === term)
      .map(({ lexeme, memories, cosine }) => ({
        weight: cosine * idf(termStatistics, memories),
        keys: [quoted(lexeme)],
      })),
  }))

/** What the query's own words weigh together; where no memory holds any of them, what the nearest words would. */
const perfectOf = (terms: readonly WeighedTerm[]): number => {
  const own = terms.reduce((sum, term) => sum + term.own.weight, 0)
  const nearest = () => terms.reduce((sum, { near }) => sum + Math.max(0, ...near.map(({ weight }) => weight)), 0)
  return own > 0 ? own : nearest()
}

export const K1 = 0.9
export const B = 0.65

/** What a word counts that means exactly what the query's word means; others by their cosine. */
export const RELATED = 0.5

/**
 * BM25 (Robertson and Zaragoza 2009) on weighted term frequencies, as a share of what a perfect match would get, so
 * that it does not depend on the other candidates. Beside it what words near in meaning add: of each term the best one,
 * as far as it says more than the term itself. Where no memory holds a word of the query, a perfect match is one of the
 * nearest words. Lengths are in tenths of a position.
 */
export const bm25Of = (termStatistics: TermStatistics) => {
  const average = termStatistics.memories > 0 ? termStatistics.length / termStatistics.memories : 0
  const terms = weighed(termStatistics)
  const reached = (weight: number, frequency: number, length: number): number => {
    const norm = K1 * (1 - B + B * (average > 0 ? length / average : 1))
    return (weight * frequency * (K1 + 1)) / (frequency + norm)
  }
  return { terms, perfect: perfectOf(terms) * (K1 + 1), reached, related: RELATED }
}
