/** More combining marks on one letter do not occur in writing (limit of Unicode's Stream-Safe Text Format, UAX 15). */
const heapOfMarks = /(\p{M}{30})\p{M}+/gu

const [ESCAPE = '', CSI = '', BELL = ''] = [0x1b, 0x9b, 0x07].map((code) => String.fromCharCode(code))
/** Sequences by which a terminal colours and moves (ECMA-48): control sequences, operating system commands, single letters. */
const escapeSequence = new RegExp(
  String.raw`(?:${ESCAPE}\[|${CSI})[0-?]*[ -/]*[@-~]|${ESCAPE}\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\)|${ESCAPE}[ -/]*[0-~]`,
  'g',
)

/** The text without the escape sequences of terminals: they are no part of the words that they colour. */
export const withoutEscapes = (text: string): string =>
  text.includes(ESCAPE) || text.includes(CSI) ? text.replace(escapeSequence, '') : text

/** In lower case, composed (NFC). Runs of marks are first cut to 30: composing takes time quadratic in their length. */
export const lowerComposed = (text: string): string => composed(text.toLowerCase())

/** The same with case kept. */
export const composed = (text: string): string => text.replace(heapOfMarks, '$1').normalize('NFC')

/** A word without accents and other marks, in decomposed form (NFD). */
export const withoutMarks = (word: string): string => word.normalize('NFD').replace(/\p{Mn}+/gu, '')

const special = /[^\p{ASCII}]/u
/** Letters with strokes, which decomposition leaves unchanged, as their plain letters. */
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
/** Marks after Latin, Greek, Cyrillic, Arabic and Hebrew letters. In Indic scripts marks are vowels and stay. */
const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*)\p{M}/gu
/** The dot below of Hindi, which is often omitted. */
const nukta = /\u093c/g
const candrabindu = /\u0901/g
/** й is a letter of its own, not an accented one. */
const shortI = /и\u0306/g
const digit = /[٠-٩۰-۹०-९]/g

/** A word as typed quickly: no accents, strokes or nukta, plain letters for wide ones and ligatures, ASCII digits. */
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

/** A name under which all spellings of it that differ in case, accents or spaces only are found. */
export const foldedName = (name: string): string => lowerComposed(name).trim().split(/\s+/).map(folded).join(' ')

/** The value of an Arabic, Persian or Devanagari digit, from its offset in its code block. */
const digitOf = (code: number): number => (code < 0x900 ? code & 0xf : code - 0x966)
