import { endOfLexeme, endOfPlaces, quoted } from '../../indexing/search-vector.js'
import type { WeighedLexemes, WeighedTerm } from '../bank-index/score-bank.js'
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

/** What a position counts: a memory's own words, those of its neighbours, those of the two beyond. */
const WEIGHTS: Readonly<Record<string, number>> = { A: 1, B: 0.5, C: 0.2 }

/** The weights of all positions of each wanted lexeme, of words as Postgres writes a tsvector. */
const frequenciesIn = (words: string, wanted: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (let at = 0; at < words.length; ) {
    const end = endOfLexeme(words, at)
    const next = endOfPlaces(words, end)
    const key = words.slice(at, end)
    if (wanted.has(key)) found.set(key, weightOf(words, end, next))
    at = next + 1
  }
  return found
}

const weightOf = (words: string, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum += WEIGHTS[words[i] ?? ''] ?? 0
  return sum
}

const K1 = 0.9
const B = 0.5

/** What a word counts that means exactly what the query's word means; others by their cosine. */
const KINDRED = 0.5

/** Shares of what a perfect match of the query's own words would get; `lexical` lies between 0 and 1. */
export type WordScore = { readonly lexical: number; readonly relatedTerms: number }

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
  return { terms, perfect: perfectOf(terms) * (K1 + 1), reached, related: KINDRED }
}

/** Scores the words of one candidate after another: a tsvector as Postgres prints it, and the memory's weighted length. */
export const wordScorer = (termStatistics: TermStatistics): ((words: string, length: number) => WordScore) => {
  const { terms, perfect, reached, related } = bm25Of(termStatistics)
  const touchedBy = byKey(terms)
  return (words, length) => {
    if (perfect <= 0) return { lexical: 0, relatedTerms: 0 }
    const found = frequenciesIn(words, touchedBy)
    const score = ({ weight, keys }: WeighedLexemes): number =>
      reached(
        weight,
        keys.reduce((sum, key) => sum + (found.get(key) ?? 0), 0),
        length,
      )
    let [lexical, relatedTerms] = [0, 0]
    const touched = new Set([...found.keys()].flatMap((key) => touchedBy.get(key) ?? []))
    // In the order of the query, whatever else a memory holds: equal scores are then equal to the last digit.
    for (const { own, near } of terms.filter((term) => touched.has(term))) {
      const itself = score(own)
      lexical += itself
      relatedTerms += Math.max(0, ...near.map((each) => related * score(each) - itself))
    }
    return { lexical: lexical / perfect, relatedTerms: relatedTerms / perfect }
  }
}

/** Which terms each lexeme has a part in: of the many that a query may mean, a memory holds a few. */
const byKey = (terms: readonly WeighedTerm[]): ReadonlyMap<string, readonly WeighedTerm[]> => {
  const touched = new Map<string, WeighedTerm[]>()
  for (const term of terms)
    for (const key of [term.own, ...term.near].flatMap(({ keys }) => keys))
      touched.set(key, [...(touched.get(key) ?? []), term])
  return touched
}
