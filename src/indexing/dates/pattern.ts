const notAscii = /[^\p{ASCII}]/u
const marks = /\p{Mn}+/gu
const wideDigit = /[\uff10-\uff19]/g

/** Without accents, so that "marz" is as good as "März"; digits of full width become plain. Case is kept. */
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

/** The same for a composed text, letter by letter, so that every place in it stays what it was. */
export const foldedInPlace = (text: string): string =>
  notAscii.test(text)
    ? text.replace(notAsciiEach, (letter) => {
        const plain = folded(letter)
        return plain.length === letter.length ? plain : letter
      })
    : text

/** White space between two words of an expression; bounded, so that a heap of it costs no time. */
export const GAP = String.raw`\s{1,3}`
/**
 * Letters and digits of the scripts that are written with spaces, as they stand inside a class of signs. Written out,
 * because the Unicode classes take many times as long to compile.
 */
export const SIGNS = String.raw`\w\u00c0-\u06ff\u1e00-\u1fff`
export const START = `(?<![${SIGNS}])`
export const END = `(?![${SIGNS}])`

/** Any of the alternatives, accents folded; nothing where there are none. */
export const anyOf = (...words: readonly (string | undefined)[]): string => {
  const given = words.filter((word) => word !== undefined)
  return given.length === 0 ? '(?!)' : `(?:${folded(given.join('|'))})`
}

/** White space or a hyphen, as in "3-5 May" and "3 to 5 May". */
export const toBetween = (to: string | undefined): string => `(?:\\s{0,2}[-–—]\\s{0,2}|${GAP}${anyOf(to)}${GAP})`

/** A whole expression, as a pattern that finds each one in a text. */
export const whole = (source: string): RegExp => new RegExp(`${START}${source}${END}`, 'gi')
