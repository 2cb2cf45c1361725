const notAscii = /[^\p{ASCII}]/u
const marks = /\p{Mn}+/gu
const wideDigit = /[\uff10-\uff19]/g

/** The text without accents, so that "marz" matches "März"; full-width digits become ASCII. Case is kept. */
export const folded = (text: string): string =>
  notAscii.test(text)
    ? // The marks that stand alone go first: decomposing heaps of them takes time that grows with their square.
      text
        .replace(marks, '')
        .normalize('NFD')
        .replace(marks, '')
        .replace(wideDigit, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    : text

const notAsciiEach = /[^\p{ASCII}]/gu

/** The same for composed text, letter by letter, so that offsets do not change. */
export const foldedInPlace = (text: string): string =>
  notAscii.test(text)
    ? text.replace(notAsciiEach, (letter) => {
        const plain = folded(letter)
        return plain.length === letter.length ? plain : letter
      })
    : text

/** White space between two words of an expression; bounded, so that long runs do not backtrack. */
export const GAP = String.raw`\s{1,3}`
/**
 * Letters and digits of scripts that use spaces, for a character class. Listed, because Unicode classes take many times
 * as long to compile.
 */
export const SIGNS = String.raw`\w\u00c0-\u06ff\u1e00-\u1fff`
export const START = `(?<![${SIGNS}])`
export const END = `(?![${SIGNS}])`

/** A group of the alternatives with accents folded; empty where there are none. */
export const anyOf = (...words: readonly (string | undefined)[]): string => {
  const given = words.filter((word) => word !== undefined)
  return given.length === 0 ? '(?!)' : `(?:${folded(given.join('|'))})`
}

/** A pattern that finds every complete occurrence of an expression. */
export const whole = (source: string): RegExp => new RegExp(`${START}${source}${END}`, 'gi')
