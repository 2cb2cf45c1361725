import { wordsOf } from '../../indexing/words.js'
import { type KindredTerm, type Lexicon, lexemesOf } from './lexicon.js'

/** The English lexemes that stand near one in meaning, nearest first. */
export type KindredWords = (lexeme: string) => readonly { readonly lexeme: string; readonly cosine: number }[]

/** The lexemes to count beside those of these words, whatever the visible memories hold. */
export const kindredLexemes = (words: readonly string[], kindred: KindredWords): readonly string[] =>
  words.flatMap((word) => lexemesOf(word, ['en']).flatMap(kindred)).map(({ lexeme }) => lexeme)

/**
 * What visible memories hold of the words near those of the query. Names have none: who is asked for is not anybody
 * alike. Only for memories in English, the language of the list.
 */
export const kindredTerms = (
  lexicon: Lexicon,
  kindred: KindredWords,
  count: (lexeme: string) => number,
): readonly KindredTerm[] => {
  if (!lexicon.languages.includes('en')) return []
  const names = new Set(lexicon.subjects.flatMap(wordsOf))
  const asked = new Set(lexicon.terms.flatMap(({ lexemes }) => lexemes))
  return [...lexicon.termOf].flatMap(([word, of]) =>
    (names.has(word) ? [] : lexemesOf(word, ['en']).flatMap(kindred))
      .map(({ lexeme, cosine }) => ({ lexeme, memories: count(lexeme), cosine, of }))
      .filter(({ lexeme, memories }) => memories > 0 && !asked.has(lexeme)),
  )
}
