import { folded } from '../../text/fold.js'
import { allWordsOf, anyAlternative, knownOf } from '../../text/languages.js'
import type { Language } from '../../text/words.js'

/** Words for the numbers from `first` on, in steps; `-` leaves one out. */
const row = (first: number, step: number, words: string): readonly (readonly [string, number])[] =>
  words.split(' ').flatMap((word, i) => (word === '-' ? [] : [[word, first + i * step] as const]))

const numerals = knownOf('numerals')
const all = [...numerals.values()]
const known: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  [...numerals].map(([language, { ones, tens, more }]) => [
    language,
    new Map([...row(2, 1, ones), ...row(20, 10, tens), ...more]),
  ]),
)

/** fünfundzwanzig, zweihundert: the words that it is made of. */
const compounding = all.filter(({ compounds }) => compounds !== undefined)
const JOINED = new RegExp(
  `^(.{2,9}?)(?:(?:${compounding.map(({ joins }) => joins).join('|')})(?=.{6,9}$)|(?=(?:${anyAlternative(compounding.map(({ compounds }) => compounds))})$))(.{6,9})$`,
)
const CONNECTS = new Set(all.map(({ joins }) => joins))
/** It counts only beside other numerals. */
const ONE = allWordsOf(all.map(({ one }) => one))

/** The numbers of one expression, such as [2, 100] for "two hundred", and what they make together. */
type NumberWords = { readonly parts: readonly number[]; readonly together: number }

const together = (parts: readonly number[]): number => {
  let [total, current] = [0, 0]
  for (const part of parts) {
    if (part < 100) current += part
    else current = Math.max(1, current) * part
    if (part >= 1000) [total, current] = [total + current, 0]
  }
  return total + current
}

const wordsOf = (text: string, numerals: ReadonlyMap<string, number>): readonly string[] =>
  folded(text.toLowerCase())
    .split(/[^\p{L}]+/u)
    .flatMap((word) => {
      const [, one = '', more = ''] = numerals.has(word) ? [] : (JOINED.exec(word) ?? [])
      if (!numerals.has(more) || !(numerals.has(one) || ONE.has(one))) return [word]
      // Units come first here.
      return (numerals.get(more) ?? 0) < 100 ? [more, one] : [one, more]
    })

/** The numbers that a text tells in words. */
const numberWords = (text: string, language: Language): readonly NumberWords[] => {
  const numerals = known.get(language)
  if (!numerals) return []
  const runs: number[][] = []
  let run: number[] = []
  const close = () => {
    if (run.some((part) => part > 1)) runs.push(run)
    run = []
  }
  for (const word of wordsOf(text, numerals)) {
    const number = numerals.get(word) ?? (ONE.has(word) ? 1 : undefined)
    const last = run.at(-1) ?? 0
    if (number === undefined) {
      if (!(CONNECTS.has(word) && last >= 20)) close()
    } else {
      // "two three" are two numbers, "twenty three" is one.
      if (last > 0 && last < 20 && number < 100) close()
      run.push(number)
    }
  }
  close()
  return runs.map((parts) => ({ parts, together: together(parts) }))
}

/** A number as it is written, in each way that it can be read; a date or a version is several numbers. */
type Mention = { readonly readings: readonly (readonly string[])[]; readonly digits: string }

const THOUSANDS = anyAlternative(all.map(({ thousands }) => thousands))
const MILLIONS = anyAlternative(all.map(({ millions }) => millions))
const NUMBER = new RegExp(
  String.raw`(['’])?(\d+(?:[.,'’\u00a0\u202f]\d+)*)(?:\s?(?:(${THOUSANDS})|(${MILLIONS}))(?!\p{L})|(?::\d\d)?\s?(p\.?m)(?!\p{L}))?`,
  'giu',
)
const GROUPED = /^\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?$/

/** A decimal number without idle noughts. */
const plain = (digits: string): string => {
  const [whole = '', part = ''] = digits.split('.')
  const decimals = part.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`
}

const ungrouped = (written: string): string => {
  const [decimals = ''] = /[.,]\d{1,2}$/.exec(written) ?? []
  const whole = written.slice(0, written.length - decimals.length).replace(/\D/g, '')
  return plain(whole + decimals.replace(',', '.'))
}

const readingsOf = (written: string): readonly (readonly string[])[] => {
  const parts = written.split(/\D/).map(plain)
  if (parts.length === 1) return [parts]
  const decimal = parts.length === 2 ? [[plain(written.replace(/\D/, '.'))]] : []
  return [...(GROUPED.test(written) ? [[ungrouped(written)]] : []), ...decimal, parts]
}

/** The number with what stands beside it: '19, 5k, 7 pm. */
const withSigns = ([
  ,
  mark,
  written = '',
  thousand,
  million,
  afternoon,
]: RegExpMatchArray): readonly (readonly string[])[] => {
  const readings = readingsOf(written)
  const [[first = ''] = []] = readings
  if (thousand !== undefined || million !== undefined) {
    const by = thousand !== undefined ? 1_000 : 1_000_000
    return [...readings, [plain(String(Math.round(Number(first) * by)))]]
  }
  if (afternoon !== undefined) return [...readings, [String((Number(first) % 12) + 12)]]
  return mark !== undefined && /^\d\d$/.test(written) ? [...readings, [`20${written}`], [`19${written}`]] : readings
}

const mentionsIn = (text: string, language: Language): readonly Mention[] => [
  ...[...folded(text).matchAll(NUMBER)].map((match) => ({
    readings: withSigns(match),
    digits: (match[2] ?? '').replace(/\D/g, ''),
  })),
  ...numberWords(text, language).map(({ parts, together }) => ({
    readings: [[String(together)], parts.map(String)],
    digits: '',
  })),
]

export type Numbers = {
  readonly said: ReadonlySet<string>
  /** all digits in a row: phone numbers are written with other gaps */
  readonly digits: string
}

/** All numbers that a text tells, in every reading. */
export const numbersIn = (text: string, language: Language): Numbers => ({
  said: new Set(mentionsIn(text, language).flatMap(({ readings }) => readings.flat())),
  digits: folded(text).replace(/\D/g, ''),
})

export const allNumbers = (all: readonly Numbers[]): Numbers => ({
  said: new Set(all.flatMap(({ said }) => [...said])),
  digits: all.map(({ digits }) => digits).join(' '),
})

/** From this length on digits are a name, not an amount. */
const NAME_LENGTH = 6
/** The minutes of a full hour, the decimals of a round price; one, which is an article beside a numeral. */
const IDLE = new Set(['0', '1'])

/** Whether every number of a text, in digits or in words, is among those that were said. */
export const tellsOnly = (text: string, { said, digits }: Numbers, language: Language): boolean =>
  mentionsIn(text, language).every(
    (mention) =>
      mention.readings.some((parts) =>
        parts.every((part) => said.has(part) || (parts.length > 1 && IDLE.has(part)) || part === '0'),
      ) ||
      (mention.digits.length >= NAME_LENGTH && digits.includes(mention.digits)),
  )
