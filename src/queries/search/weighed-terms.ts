import { quoted } from '../../indexing/search-vector.js'
import { idf, type Lexicon } from './term-statistics.js'

/** The lexemes as a tsvector writes them, any of which will do. */
export type Weighed = { readonly weight: number; readonly keys: readonly string[] }

export type WeighedTerm = { readonly own: Weighed; readonly near: readonly Weighed[] }

/** Each term of the query by its rarity, with the words near it by theirs times their cosine; 0 where no memory holds it. */
export const weighed = (lexicon: Lexicon): readonly WeighedTerm[] =>
  [...new Set([...lexicon.terms, ...lexicon.kindred.map(({ of }) => of)])].map((term) => ({
    own: { weight: term.memories > 0 ? idf(lexicon, term.memories) : 0, keys: term.lexemes.map(quoted) },
    near: lexicon.kindred
      .filter(({ of }) => of === term)
      .map(({ lexeme, memories, cosine }) => ({ weight: cosine * idf(lexicon, memories), keys: [quoted(lexeme)] })),
  }))

/** What the query's own words weigh together; where no memory holds any of them, what the nearest words would. */
export const perfectOf = (terms: readonly WeighedTerm[]): number => {
  const own = terms.reduce((sum, term) => sum + term.own.weight, 0)
  const nearest = () => terms.reduce((sum, { near }) => sum + Math.max(0, ...near.map(({ weight }) => weight)), 0)
  return own > 0 ? own : nearest()
}
