import type { Language } from '../../indexing/stop-words.js'
import { wordsOf } from '../../indexing/words.js'
import { lexemesOf, type RelatedTerm, type TermStatistics } from './term-statistics.js'

/** The English lexemes that stand near one in meaning, nearest first. */
export type RelatedTerms = (lexeme: string) => readonly { readonly lexeme: string; readonly cosine: number }[]

/**
 * Those of the query's words that may be said in others: not what is written with a capital letter. Who and where is
 * asked for is not anybody, or any place, alike.
 */
export const commonWords = (query: string, words: readonly string[]): readonly string[] => {
  const names = new Set(wordsOf((query.match(/\p{Lu}[\p{L}\p{M}'’]*/gu) ?? []).join(' ')))
  return words.filter((word) => !names.has(word))
}

/** A lexeme near in meaning to a word of the query, for memories in one language. */
export type RelatedTermsTable = {
  readonly word: string
  readonly lexeme: string
  readonly cosine: number
  readonly language: Language
}

/** What stands near these words in meaning, whatever the visible memories hold. */
export const relatedTo = (words: readonly string[], relatedTerms: RelatedTerms): readonly RelatedTermsTable[] =>
  words.flatMap((word) =>
    lexemesOf(word, ['en'])
      .flatMap(relatedTerms)
      .map((near) => ({ word, ...near, language: 'en' as const })),
  )

/**
 * What visible memories hold of it, names in small letters aside, if any memory is in its language.
 */
export const relatedTermsOf = (
  termStatistics: TermStatistics,
  near: readonly RelatedTermsTable[],
  count: (lexeme: string) => number,
): readonly RelatedTerm[] => {
  const names = new Set(termStatistics.subjects.flatMap(wordsOf))
  const asked = new Set(termStatistics.terms.flatMap(({ lexemes }) => lexemes))
  return near.flatMap(({ word, lexeme, cosine, language }) => {
    const of = names.has(word) ? undefined : termStatistics.termOf.get(word)
    const memories = count(lexeme)
    const isSpoken = termStatistics.languages.includes(language)
    return !isSpoken || of === undefined || memories === 0 || asked.has(lexeme)
      ? []
      : [{ lexeme, memories, cosine, of }]
  })
}
