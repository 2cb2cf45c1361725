import { wordsOf } from '../../indexing/words.js'
import { type KindredTerm, type Lexicon, lexemesOf } from './lexicon.js'

/** The English lexemes that stand near one in meaning, nearest first. */
export type KindredWords = (lexeme: string) => readonly { readonly lexeme: string; readonly cosine: number }[]

/**
 * Those of the query's words that may be said in others: not what is written with a capital letter. Who and where is
 * asked for is not anybody, or any place, alike.
 */
export const commonWords = (query: string, words: readonly string[]): readonly string[] => {
  const names = new Set(wordsOf((query.match(/\p{Lu}[\p{L}\p{M}'’]*/gu) ?? []).join(' ')))
  return words.filter((word) => !names.has(word))
}

/** The lexemes to count beside those of these words, whatever the visible memories hold. */
export const kindredLexemes = (words: readonly string[], kindred: KindredWords): readonly string[] =>
  words.flatMap((word) => lexemesOf(word, ['en']).flatMap(kindred)).map(({ lexeme }) => lexeme)

/**
 * What visible memories hold of the words near these of the query, names in small letters aside. Only for memories in
 * English, the language of the list.
 */
export const kindredTerms = (
  lexicon: Lexicon,
  words: readonly string[],
  { kindred, count }: { readonly kindred: KindredWords; readonly count: (lexeme: string) => number },
): readonly KindredTerm[] => {
  if (!lexicon.languages.includes('en')) return []
  const names = new Set(lexicon.subjects.flatMap(wordsOf))
  const asked = new Set(lexicon.terms.flatMap(({ lexemes }) => lexemes))
  return words.flatMap((word) => {
    const of = names.has(word) ? undefined : lexicon.termOf.get(word)
    if (of === undefined) return []
    return lexemesOf(word, ['en'])
      .flatMap(kindred)
      .map(({ lexeme, cosine }) => ({ lexeme, memories: count(lexeme), cosine, of }))
      .filter(({ lexeme, memories }) => memories > 0 && !asked.has(lexeme))
  })
}
