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
  mm: 'mm millimeter millimeters millimetre millimetres',
  t: 't ton tons tonne tonnes tonnen',
  ft: 'ft foot feet',
  mi: 'mi mile miles meile meilen',
  m2: 'm² m2 qm sqm quadratmeter',
  km2: 'km² km2 sqkm quadratkilometer',
  ha: 'ha hectare hectares hektar',
  mi2: 'mi² sqmi',
  'km/h': 'km/h kmh kph',
  thousand: 'thousand tausend',
  million: 'million millions mio millionen',
  billion: 'billion billions bn mrd milliarde milliarden',
  month: 'month months monthly monat monate monatlich',
  year: 'year years yearly annually annum jahr jahre jährlich',
  week: 'week weeks weekly woche wochen wöchentlich',
  day: 'day days daily tag tage täglich',
  hour: 'hour hours hourly stunde stunden',
  '°c': '°c',
  '°f': '°f',
  '%': '% percent prozent',
  '': 'a an per pro im in the each',
}
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS_OF).flatMap(([unit, all]) => all.split(' ').map((word) => [word, unit] as const)),
)

/** The one word or sign for a unit; undefined for what is none. */
export const unitOf = (word: string): string | undefined => UNITS.get(word) || undefined

/** Units in terms of the one that they are compared in, and words for a number of times. */
const SCALES: Readonly<Record<string, readonly [times: number, unit: string]>> = {
  km: [1000, 'm'],
  cm: [0.01, 'm'],
  mm: [0.001, 'm'],
  g: [0.001, 'kg'],
  t: [1000, 'kg'],
  mi: [5280, 'ft'],
  km2: [1_000_000, 'm2'],
  ha: [10_000, 'm2'],
  mi2: [2_589_988, 'm2'],
  thousand: [1000, ''],
  million: [1_000_000, ''],
  billion: [1_000_000_000, ''],
}
/** Figures beyond these come of the reckoning. */
const DIGITS = 9

/** "square kilometres" is one unit. */
const SQUARE: Readonly<Record<string, string>> = { m: 'm2', km: 'km2', mi: 'mi2' }

/** "5 km" is 5000 m. */
const inBase = (number: string, units: readonly string[]): readonly string[] => {
  const square = units.indexOf('square')
  const named = units.flatMap((unit, at) =>
    square < 0 || (at !== square && at !== square + 1)
      ? [unit]
      : at === square
        ? []
        : [SQUARE[unit] ?? `square ${unit}`],
  )
  const times = named.reduce((product, unit) => product * (SCALES[unit]?.[0] ?? 1), 1)
  const scaled = times === 1 ? number : String(Number((Number(number) * times).toPrecision(DIGITS)))
  return [scaled, ...named.map((unit) => SCALES[unit]?.[1] ?? unit)].filter((word) => word !== '')
}

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

/** "6 euros for children", "5 euros with a card": not for all. */
const LIMITING = /^(?:for|with|without|on|if|für|mit|ohne|ermäßigt)$/

const NUMBER = /^([+-]?)([€$£¥]?)([+-]?)(\d[\d.,']*)([a-z°%€$£¥²]*(?:\/h)?)$/

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
export const amountOf = (tokens: readonly Token[]): string | null => oneOfTime(tokens) ?? amountIn(tokens)

const TIMES: ReadonlyMap<string, string> = new Map([
  ['fortnight', '2 week'],
  ...['month', 'year', 'week'].map((unit) => [unit, `1 ${unit}`] as const),
])
/** "A fortnight", "a month". */
const oneOfTime = ([first, unit, ...more]: readonly Token[]): string | null =>
  (first?.word === 'a' || first?.word === 'one') && more.length === 0 ? (TIMES.get(unit?.word ?? '') ?? null) : null

const amountIn = (tokens: readonly Token[]): string | null => {
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
      /^\p{L}+(?:\/\p{L}+)?$/u.test(word) &&
      !LIMITING.test(word) &&
      !/(?:gestellt|worden)$/u.test(word) &&
      units.filter((unit) => unit !== '').length < 3
    )
      units.push(normalised(word))
    else return null
  }
  return number === null
    ? null
    : inBase(
        number,
        units.filter((unit) => unit !== ''),
      ).join(' ')
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
