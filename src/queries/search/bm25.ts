import type { Lexicon } from './term-statistics.js'
import { perfectOf, type Weighed, type WeighedTerm, weighed } from './weighed-terms.js'
import { frequenciesIn } from './word-frequencies.js'

const K1 = 0.9
const B = 0.5

/** What a word counts that means exactly what the query's word means; others by their cosine. */
const KINDRED = 0.5

/** Shares of what a perfect match of the query's own words would get; `lexical` lies between 0 and 1. */
export type WordScore = { readonly lexical: number; readonly kindred: number }

/**
 * BM25 (Robertson and Zaragoza 2009) on weighted term frequencies, as a share of what a perfect match would get, so
 * that it does not depend on the other candidates. Beside it what words near in meaning add: of each term the best one,
 * as far as it says more than the term itself. Where no memory holds a word of the query, a perfect match is one of the
 * nearest words. Prepared once for all candidates of a search; the words are a tsvector as Postgres writes it, `length`
 * is the memory's weighted length in tenths of a position.
 */
export const wordScorer = (lexicon: Lexicon): ((words: string, length: number) => WordScore) => {
  const average = lexicon.memories > 0 ? lexicon.length / lexicon.memories : 0
  const terms = weighed(lexicon)
  const touchedBy = byKey(terms)
  const perfect = perfectOf(terms) * (K1 + 1)
  return (words, length) => {
    if (perfect <= 0) return { lexical: 0, kindred: 0 }
    const norm = K1 * (1 - B + B * (average > 0 ? length / average : 1))
    const found = frequenciesIn(words, touchedBy)
    const reached = ({ weight, keys }: Weighed): number => {
      const f = keys.reduce((sum, key) => sum + (found.get(key) ?? 0), 0)
      return (weight * f * (K1 + 1)) / (f + norm)
    }
    let [lexical, kindred] = [0, 0]
    const touched = new Set([...found.keys()].flatMap((key) => touchedBy.get(key) ?? []))
    // In the order of the query, whatever else a memory holds: equal scores are then equal to the last digit.
    for (const { own, near } of terms.filter((term) => touched.has(term))) {
      const itself = reached(own)
      lexical += itself
      kindred += Math.max(0, ...near.map((each) => KINDRED * reached(each) - itself))
    }
    return { lexical: lexical / perfect, kindred: kindred / perfect }
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
