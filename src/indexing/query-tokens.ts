import type { Language } from './stop-words.js'
import { searchTokens } from './tokens.js'

const hiragana = /\p{Script=Hiragana}/u
const mixedPair = /^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u
const loneCharacter = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/**
 * What a query is looked up by: its tokens. In Japanese a pair across the border of Han and Hiragana says how a word is
 * inflected or which particle follows, not which word it is; a Han character between such borders is a word of its own,
 * and indexed as one.
 */
export const queryTokens = (query: string): readonly string[] => {
  const tokens = searchTokens(query)
  if (!hiragana.test(query)) return tokens
  return [...tokens.filter((token) => !mixedPair.test(token)), ...(query.match(loneCharacter) ?? [])]
}

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }
const pairOf: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** Not "neue", "Bauer" or "quer". */
const pair = /(?<![aeiouqäöü])[aou]e/g
const umlaut = /[äöü]/g

/** The spellings under which a word of a query is looked up: German umlauts also as two letters, and the other way round. */
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
