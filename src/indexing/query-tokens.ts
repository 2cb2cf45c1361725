import type { Language } from './stop-words.js'
import { searchTokens } from './tokens.js'

const hiragana = /\p{Script=Hiragana}/u
const mixedPair = /^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u
const loneCharacter = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/**
 * The tokens that a query is searched by. In Japanese a pair across the border of Han and Hiragana shows an inflection
 * or a particle, not a word, and is dropped. A Han character between two such borders is a word, and is indexed as one.
 */
export const queryTokens = (query: string): readonly string[] => {
  const tokens = searchTokens(query)
  if (!hiragana.test(query)) return tokens
  return [...tokens.filter((token) => !mixedPair.test(token)), ...(query.match(loneCharacter) ?? [])]
}

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }
const pairOf: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** Not after a vowel or q: "neue", "Bauer", "quer". */
const pair = /(?<![aeiouqäöü])[aou]e/g
const umlaut = /[äöü]/g

/** The spellings under which a query word is searched: German umlauts also as two letters, and the reverse. */
export const spellingsOf = (word: string, language: Language): readonly string[] => {
  if (language !== 'de') return [word]
  return [
    ...new Set([
      word,
      word.replace(pair, (found) => umlautOf[found] ?? found),
      word.replace(umlaut, (found) => pairOf[found] ?? found),
    ]),
  ]
}
