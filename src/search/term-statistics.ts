import { lexemeOf, queryTokens, spellingsOf } from '../text/terms.js'
import { isStopWord, LANGUAGES, type Language, wordsOf } from '../text/words.js'

/** The most distinct words that a search takes; of a longer query the first ones count. */
const QUERY_WORDS = 64

/** The words that a search looks up: those that carry content in the query's own language, and those of the names beside it. */
export const queryWords = (query: string, language: Language, named = ''): readonly string[] =>
  [...new Set([query, named].flatMap(queryTokens))].filter((word) => !isStopWord(word, language)).slice(0, QUERY_WORDS)

/** The stems of a word in these languages, all of them by default, in each of its spellings. */
export const lexemesOf = (word: string, languages: readonly Language[] = LANGUAGES): readonly string[] => [
  ...new Set(
    languages
      .flatMap((language) => spellingsOf(word, language).map((spelling) => lexemeOf(spelling, language)))
      .filter((lexeme) => lexeme !== null),
  ),
]

/** A word of the query: its stems, one for each language, and how many visible memories or contexts hold one. */
export type Term = { readonly lexemes: readonly string[]; readonly memories: number }

/** A lexeme near in meaning to a term of the query. */
export type NearTerm = { readonly lexeme: string; readonly cosine: number; readonly of: Term }

/** One that visible memories hold. */
export type RelatedTerm = NearTerm & { readonly memories: number }

/** In how many memories, neighbours included, a lexeme occurs; one that occurs in none is left out. */
export type DocumentFrequencies = ReadonlyMap<string, number>

/** What the visible memories know of the query's words. Hidden memories leave no trace in it. */
export type TermStatistics = {
  /** How many memories the caller may see. */
  readonly memories: number
  /** The sum of their weighted lengths, in tenths of a position. */
  readonly length: number
  /** The query's distinct terms, unknown ones included. */
  readonly terms: readonly Term[]
  /** The term of each word that was looked up. */
  readonly termOf: ReadonlyMap<string, Term>
  readonly relatedTerms: readonly RelatedTerm[]
  /** Those that the visible memories are written in. */
  readonly languages: readonly Language[]
  /** The known subjects that the query names, in lower case. */
  readonly subjects: readonly string[]
}

/** Inverse document frequency as in BM25; never negative, whatever the counts. */
export const idf = (termStatistics: TermStatistics, documents: number): number =>
  Math.max(0, Math.log(1 + (termStatistics.memories - documents + 0.5) / (documents + 0.5)))

/** The terms that stand in at least one visible memory. */
export const knownTerms = ({ terms }: TermStatistics): readonly Term[] => terms.filter(({ memories }) => memories > 0)

/** How many memories the terms that choose the candidates may stand in together: so many are ranked in a few milliseconds. */
const CHOSEN_FROM = 1000

/** The known terms that tell memories apart, rarest first, as far as they stand in few memories together. */
export const selectiveTerms = (termStatistics: TermStatistics): readonly Term[] => {
  const known = knownTerms(termStatistics).toSorted((a, b) => a.memories - b.memories)
  const telling = known.filter(({ memories }) => memories <= Math.max(0.2 * termStatistics.memories, 50))
  let room = CHOSEN_FROM
  const chosen = telling.filter(({ memories }, i) => {
    room -= memories
    return i === 0 || room >= 0
  })
  return chosen.length > 0 ? chosen : known
}

/** The English lexemes that stand near one in meaning, nearest first. */
export type RelatedTerms = (lexeme: string) => readonly { readonly lexeme: string; readonly cosine: number }[]

/** The words that others may stand for: not those with a capital letter, which name somebody or a place. */
export const commonWords = (query: string, words: readonly string[]): readonly string[] => {
  const names = new Set(wordsOf((query.match(/\p{Lu}[\p{L}\p{M}'’]*/gu) ?? []).join(' ')))
  return words.filter((word) => !names.has(word))
}

/** A lexeme near in meaning to a word of the query, for memories in one language. */
export type NearWord = {
  readonly word: string
  readonly lexeme: string
  readonly cosine: number
  readonly language: Language
}

/** What stands near these words in meaning, whatever the visible memories hold. */
export const relatedTo = (words: readonly string[], relatedTerms: RelatedTerms): readonly NearWord[] =>
  words.flatMap((word) =>
    lexemesOf(word, ['en'])
      .flatMap(relatedTerms)
      .map((near) => ({ word, ...near, language: 'en' as const })),
  )

/** What visible memories hold of it, names in small letters aside, if any memory is in its language. */
export const relatedTermsOf = (
  termStatistics: TermStatistics,
  near: readonly NearWord[],
  counts: DocumentFrequencies,
): readonly RelatedTerm[] => {
  const names = new Set(termStatistics.subjects.flatMap(wordsOf))
  const spoken = near.flatMap(({ word, lexeme, cosine, language }) => {
    const of = names.has(word) ? undefined : termStatistics.termOf.get(word)
    return of !== undefined && termStatistics.languages.includes(language) ? [{ lexeme, cosine, of }] : []
  })
  return heldOf(termStatistics, spoken, counts)
}

/** Those that visible memories hold and that are no words of the query. */
export const heldOf = (
  { terms }: TermStatistics,
  near: readonly NearTerm[],
  counts: DocumentFrequencies,
): readonly RelatedTerm[] => {
  const asked = new Set(terms.flatMap(({ lexemes }) => lexemes))
  return near.flatMap((term) => {
    const memories = counts.get(term.lexeme) ?? 0
    return memories === 0 || asked.has(term.lexeme) ? [] : [{ ...term, memories }]
  })
}
