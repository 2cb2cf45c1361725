/** More marks on one letter than this are no writing (Unicode's Stream-Safe Text Format, UAX 15, allows as many). */
const heapOfMarks = /(\p{M}{30})\p{M}+/gu

/**
 * A text in lower case and composed form (NFC). Heaps of marks are cut to 30 first, because composing takes time that
 * grows with the square of their height.
 */
export const lowerComposed = (text: string): string => composed(text.toLowerCase())

/** The same in its own case. */
export const composed = (text: string): string => text.replace(heapOfMarks, '$1').normalize('NFC')

const special = /[^\p{ASCII}]/u
/** Letters that no decomposition takes apart, as they are typed without their strokes. */
const plainOf: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const stroked = new RegExp(`[${Object.keys(plainOf).join('')}]`, 'g')
/** Marks behind Latin, Greek, Cyrillic, Arabic and Hebrew letters; in Indic scripts marks are vowels. */
const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*)\p{M}/gu
/** The dot below of Hindi, which many leave out. */
const nukta = /\u093c/g
const candrabindu = /\u0901/g
/** Not an accented letter, but one of its own. */
const shortI = /и\u0306/g
const digit = /[٠-٩۰-۹०-९]/g

/**
 * A word as people type it in a hurry: without accents, strokes and nukta, wide letters and ligatures as plain ones,
 * digits of other scripts as those of ASCII.
 */
export const folded = (word: string): string => {
  if (!special.test(word)) return word
  const parts = word.normalize('NFKD')
  return (/\s/.test(parts) ? word.normalize('NFD') : parts)
    .replace(shortI, 'й')
    .replace(accents, '')
    .replace(nukta, '')
    .replace(candrabindu, '\u0902')
    .replace(stroked, (letter) => plainOf[letter] ?? letter)
    .replace(digit, (each) => `${digitOf(each.charCodeAt(0))}`)
    .normalize('NFC')
}

/** Of Arabic, Persian and Devanagari digits, by where their rows begin. */
const digitOf = (code: number): number => (code < 0x900 ? code & 0xf : code - 0x966)
