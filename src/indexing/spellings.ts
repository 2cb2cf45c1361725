import type { Language } from './language.js'

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
