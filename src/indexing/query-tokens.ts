import type { Language } from './stop-words.js'
import { searchTokens } from './tokens.js'
import { tellingTokens } from './unspaced-query.js'

/** What asks at the end of a question only for a yes: ", right?", ", oder?". */
const TAG =
  /[,;–—] *(?:right|correct|yes|yeah|no|ok|okay|oder|nicht wahr|stimmt'?s|richtig|gell|verdad|non|vero|certo)[ ?!.]*$/i

/** The tokens that a query is searched by. */
export const queryTokens = (query: string): readonly string[] => {
  const asked = query.slice(-40).search(TAG) > 0 ? query.replace(TAG, '?') : query
  return tellingTokens(asked, searchTokens(asked))
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
