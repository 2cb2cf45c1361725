import { contentWords } from '../../indexing/words.js'

/** The most distinct content words that a search takes; of a longer query the first ones count. */
const QUERY_WORDS = 64

/** The words that a search looks up. */
export const queryWords = (query: string): readonly string[] => contentWords(query).slice(0, QUERY_WORDS)

/** A stemmed word of the query, and in how many visible memories (their context included) it stands. */
export type Term = { readonly lexeme: string; readonly memories: number }

/** What the visible memories know of the query's words. Hidden memories leave no trace in it. */
export type Lexicon = {
  /** How many memories the caller may see. */
  readonly memories: number
  /** The sum of their weighted lengths, in tenths of a position. */
  readonly length: number
  /** The query's distinct terms, unknown ones included. */
  readonly terms: readonly Term[]
  /** The terms of each word that was looked up: as a rule one. */
  readonly termsOf: ReadonlyMap<string, readonly string[]>
  /** The known subjects that the query names, in lower case. */
  readonly subjects: readonly string[]
}

export const nothingKnown: Lexicon = { memories: 0, length: 0, terms: [], termsOf: new Map(), subjects: [] }

/** Inverse document frequency as in BM25; never negative, whatever the counts. */
export const idf = (lexicon: Lexicon, documents: number): number =>
  Math.max(0, Math.log(1 + (lexicon.memories - documents + 0.5) / (documents + 0.5)))

/** The terms that stand in at least one visible memory. */
export const knownTerms = ({ terms }: Lexicon): readonly Term[] => terms.filter(({ memories }) => memories > 0)

/** The known terms that tell memories apart; all of them where none does. */
export const selectiveTerms = (lexicon: Lexicon): readonly Term[] => {
  const known = knownTerms(lexicon)
  const selective = known.filter(({ memories }) => memories <= Math.max(0.2 * lexicon.memories, 50))
  return selective.length > 0 ? selective : known
}
