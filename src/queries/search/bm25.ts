import { quoted } from '../../indexing/search-vector.js'
import { idf, knownTerms, type Lexicon } from './lexicon.js'

const K1 = 0.9
const B = 0.5

/** What a position counts: a memory's own words, those of its neighbours, those of the two beyond. */
const WEIGHTS: Readonly<Record<string, number>> = { A: 1, B: 0.5, C: 0.2 }

/**
 * BM25 (Robertson and Zaragoza 2009) on weighted term frequencies, as a share of what a perfect match would get: 0 to
 * 1, whatever the other candidates are. Prepared once for all candidates of a search; the words are a tsvector as
 * Postgres writes it, `length` is the memory's weighted length in tenths of a position.
 */
export const lexicalScorer = (lexicon: Lexicon): ((words: string, length: number) => number) => {
  const average = lexicon.memories > 0 ? lexicon.length / lexicon.memories : 0
  const terms = knownTerms(lexicon).map(({ lexemes, memories }) => ({
    weight: idf(lexicon, memories),
    keys: lexemes.map((lexeme) => `${quoted(lexeme)}:`),
  }))
  const perfect = terms.reduce((sum, { weight }) => sum + weight * (K1 + 1), 0)
  return (words, length) => {
    if (perfect <= 0) return 0
    const norm = K1 * (1 - B + B * (average > 0 ? length / average : 1))
    let reached = 0
    for (const { weight, keys } of terms) {
      const f = keys.reduce((sum, key) => sum + frequencyOf(words, key), 0)
      reached += (weight * f * (K1 + 1)) / (f + norm)
    }
    return reached / perfect
  }
}

/** The weights of all positions of a lexeme, found by its quoted form and the colon behind it. */
const frequencyOf = (words: string, key: string): number => {
  let at = words.indexOf(key)
  while (at > 0 && words[at - 1] !== ' ') at = words.indexOf(key, at + 1)
  if (at < 0) return 0
  let sum = 0
  for (let i = at + key.length; i < words.length && words[i] !== ' '; i++) sum += WEIGHTS[words[i] ?? ''] ?? 0
  return sum
}
