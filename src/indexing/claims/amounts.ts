import { normalised } from './normalise.js'
import type { Token } from './tokens.js'

const UNITS_OF: Readonly<Record<string, string>> = {
  eur: '€ eur euro euros',
  usd: '$ usd dollar dollars us$ bucks',
  gbp: '£ gbp pound pounds quid',
  chf: 'chf franken francs',
  jpy: '¥ jpy yen',
  kg: 'kg kilo kilos kilogram kilograms kilogramm',
  g: 'g gram grams gramm',
  lb: 'lb lbs',
  km: 'km kilometer kilometers kilometre kilometres',
  m: 'm meter meters metre metres',
  cm: 'cm centimeter centimeters centimetre centimetres zentimeter',
  month: 'month months monthly monat monate monatlich',
  year: 'year years yearly annually annum jahr jahre jährlich',
  week: 'week weeks weekly woche wochen wöchentlich',
  day: 'day days daily tag tage täglich',
  hour: 'hour hours hourly stunde stunden',
  '%': '% percent prozent',
  '': 'a an per pro im in the each',
}
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS_OF).flatMap(([unit, all]) => all.split(' ').map((word) => [word, unit] as const)),
)

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const EINS =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const SPELT = new Map<string, number>([
  ...[ONES, EINS].flatMap((all) => all.split(' ').map((word, i) => [word, i] as const)),
  ...TENS.split(' ').map((word, i) => [word, 20 + 10 * i] as const),
  ...TENS.split(' ').flatMap((tens, i) =>
    ONES.split(' ')
      .slice(1, 10)
      .map((one, j) => [`${tens}-${one}`, 21 + 10 * i + j] as const),
  ),
  ...'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'
    .split(' ')
    .map((w, i) => [w, 20 + 10 * i] as const),
  ['hundred', 100],
  ['hundert', 100],
])

const NUMBER = /^([+-]?)([€$£¥]?)([+-]?)(\d[\d.,']*)([a-z%€$£¥]*)$/

/** "1,250.00" and "1.250,00" are 1250; the last mark with one, two or more than three digits behind it parts the decimals. */
const valueIn = (digits: string): string => {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const behind = digits.length - last - 1
  const decimal = last >= 0 && behind !== 3 && digits.indexOf(digits.charAt(last)) === last
  const whole = (decimal ? digits.slice(0, last) : digits).replace(/[^\d]/g, '')
  const number = Number(decimal ? `${whole}.${digits.slice(last + 1).replace(/[^\d]/g, '')}` : whole)
  return Number.isFinite(number) ? String(number) : digits
}

/** A number of at most 99 in digits or words; undefined for another word. */
export const smallNumber = (word: string): number | undefined =>
  /^\d{1,3}$/.test(word) ? Number(word) : SPELT.get(word)

/** A number with its units in the form that is compared: "$1,250.00" is "1250 usd". Null where it is none. */
export const amountOf = (tokens: readonly Token[]): string | null => {
  const units: string[] = []
  let number: string | null = null
  for (const { word } of tokens) {
    const [, sign = '', before = '', inner = '', digits, behind = ''] = NUMBER.exec(word) ?? []
    const spelt = SPELT.get(word)
    if (digits !== undefined && number === null) {
      number = `${sign}${inner}${valueIn(digits)}`.replace('+', '')
      for (const mark of [before, behind]) if (mark !== '') units.push(UNITS.get(mark) ?? mark)
    } else if (spelt !== undefined && number === null) number = String(spelt)
    else if (UNITS.has(word)) units.push(UNITS.get(word) ?? '')
    else if (
      number !== null &&
      /^\p{L}+$/u.test(word) &&
      !/(?:gestellt|worden)$/u.test(word) &&
      units.filter((unit) => unit !== '').length < 3
    )
      units.push(normalised(word))
    else return null
  }
  return number === null ? null : [number, ...units.filter((unit) => unit !== '')].join(' ')
}

const VERSION = /^v?(\d+(?:\.\d+)*(?:[-.+]?[a-z]+[\w.+-]*)?)$/

const IP_ADDRESS = /^[1-9]\d{1,2}(?:\.\d{1,3}){3}$/

/** A version in the form that is compared; null where it is none. */
export const versionOf = (tokens: readonly Token[]): string | null => {
  const [first, ...more] = tokens.map(({ word }) => word).filter((word) => word !== 'version')
  const found = VERSION.exec(first ?? '')?.[1]
  return found !== undefined &&
    !IP_ADDRESS.test(found) &&
    more.every((word) => /^(?:beta|alpha|rc|lts|\d[\w.]*)$/.test(word))
    ? [found, ...more].join(' ')
    : null
}
