import { lowerComposed } from './fold.js'
import { wordsOf } from './words.js'

const international = /(?<![\p{L}\p{N}+])\+\d[\d ()./-]{5,22}\d(?!\p{N})/gu
const national = /(?<!\p{L}|\p{N}[ /-]?)0\d{2,5}(?:[ /-]{1,3}\d{2,8}){1,4}(?![\p{L}\p{N}])/gu
/** A bank account number: two letters, two digits, groups of four. */
const account = /(?<![\p{L}\p{N}])\p{Lu}{2}\d{2}(?: [\p{Lu}\d]{4}){2,7}(?: [\p{Lu}\d]{1,3})?(?![\p{L}\p{N}])/gu
const notCounted = /[^\p{L}\p{N}]+/gu

/** Phone and account numbers written in groups, joined as if written without spaces. */
const spacedNumbers = (text: string): readonly string[] =>
  [international, national, account].flatMap((form) =>
    (text.match(form) ?? []).map((written) => written.replace(notCounted, '').toLowerCase()),
  )

/** Longer tokens are not typed into a search. */
const LONGEST = 256

const maybeCompound = /[\d_@/\\:#+=&]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|(?<![^\s("'`])(?:\.|--)\p{L}/u
const chunk = /[^\s"“”«»()[\]{}<>|…、。，；！？]+/gu
const joined = /[\p{L}\p{N}][_@/\\.:#+=&~?%-]+[\p{L}\p{N}]|\d,\d{3}(?!\d)|[+#]$/u
/** Well-known, and/or, "He left.Then": indexed by their words only. */
const plain = /^[\p{L}\p{M}'’-]+(?:\/[\p{L}\p{M}'’-]+|\.\p{Lu}[\p{L}\p{M}'’-]*)?$/u
const language = /(?<![\p{L}\p{N}])\p{L}{1,2}(?:\+\+|#)$/u
/** `.NET`, `@types/node`, `--dry-run`: the leading sign is part of the name. */
const signed = /^[("'`]{0,2}((?:\.(?=\p{Lu}{2})|@(?=[^\s@]{1,64}\/)|--)\p{L}[\p{L}\p{N}_./-]*)/u
const run = /[\p{L}\p{M}\p{N}]+/gu
const ordinal = /^\d+(?:st|nd|rd|th)$/i
const piece = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu
/** A token with more pieces is a hash, not a name. */
const MOST_PIECES = 4

/**
 * The search terms of a text in lower case: its words, and compound tokens as a whole (`abc-1234`, `user_id`,
 * `anna@example.com`, `/etc/hosts`, `3.5`, `2024-05-07`, `c++`) and in parts (`getUserName` → `get user name`, `7pm` →
 * `7 pm`); numbers written in groups also joined.
 */
export const searchTokens = (text: string): readonly string[] => {
  const words = wordsOf(text)
  if (!maybeCompound.test(text)) return words
  return [...words, ...compounds(text), ...spacedNumbers(text)]
}

const compounds = (text: string): readonly string[] =>
  (text.match(chunk) ?? []).flatMap((written) => {
    if (written.length > LONGEST || !maybeCompound.test(written)) return []
    const inner = trimmed(written)
    return [...signedOf(written), ...wholeOf(inner), ...(inner.match(run) ?? []).flatMap(piecesOf)]
  })

/** Without surrounding signs, except those of `c++` and `c#`. */
const trimmed = (written: string): string => {
  const ended = written.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}+#]+$/u, '')
  return language.test(ended) ? ended : ended.replace(/[^\p{L}\p{N}]+$/u, '')
}

const signedOf = (written: string): readonly string[] => {
  const name = signed.exec(written)?.[1]?.replace(/[^\p{L}\p{N}]+$/u, '')
  return name === undefined ? [] : [lowerComposed(name)]
}

const wholeOf = (written: string): readonly string[] =>
  joined.test(written) && !plain.test(written) ? [lowerComposed(written).replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')] : []

/** Where one piece is a single letter (`v2`, `iPhone`), only the pieces of two or more letters. */
const piecesOf = (word: string): readonly string[] => {
  if (ordinal.test(word)) return []
  const pieces = word.match(piece) ?? []
  if (pieces.length < 2 || pieces.length > MOST_PIECES) return []
  const lettered = pieces.some((each) => /^\p{L}$/u.test(each))
  return pieces.filter((each) => (lettered ? /^\p{L}{2}/u : /./u).test(each)).map(lowerComposed)
}
