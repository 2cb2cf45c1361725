import { idf, knownTerms, type Lexicon } from './lexicon.js'

const K1 = 0.9
const B = 0.5

/** How much of each term a memory holds, in tenths: 10 for its own words, 5 and 2 for those of its neighbours. */
export type Frequencies = Readonly<Record<string, number>>

/**
 * BM25 (Robertson and Zaragoza 2009) on weighted term frequencies, as a share of what a perfect match would get: 0 to
 * 1, whatever the other candidates are. `length` is the memory's weighted length, in tenths of a position.
 */
export const lexicalScore = (lexicon: Lexicon, frequencies: Frequencies, length: number): number => {
  const average = lexicon.memories > 0 ? lexicon.length / lexicon.memories : 0
  const norm = K1 * (1 - B + B * (average > 0 ? length / average : 1))
  const terms = knownTerms(lexicon).map(({ lexeme, memories }) => ({ weight: idf(lexicon, memories), lexeme }))
  const perfect = terms.reduce((sum, { weight }) => sum + weight * (K1 + 1), 0)
  if (perfect <= 0) return 0
  const reached = terms.reduce((sum, { weight, lexeme }) => {
    const f = (frequencies[lexeme] ?? 0) / 10
    return sum + (weight * f * (K1 + 1)) / (f + norm)
  }, 0)
  return reached / perfect
}
