import { folded } from '../../../indexing/fold.js'
import type { Language } from '../../../indexing/stop-words.js'
import { numberWords } from './number-words.js'

/** A number as it is written, in each way that it can be read; a date or a version is several numbers. */
type Mention = { readonly readings: readonly (readonly string[])[]; readonly digits: string }

const NUMBER =
  /(['’])?(\d+(?:[.,'’\u00a0\u202f]\d+)*)(?:\s?(k|thousand|tausend|tsd|mil|mille|m|mio|mn|million|millionen|millions|millones|milhoes|milioni)(?!\p{L})|(?::\d\d)?\s?(p\.?m)(?!\p{L}))?/giu
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
const withSigns = ([, mark, written = '', multiple, afternoon]: RegExpMatchArray): readonly (readonly string[])[] => {
  const readings = readingsOf(written)
  const [[first = ''] = []] = readings
  if (multiple !== undefined) {
    const by = /^(?:k|t|mil(?:le)?$)/i.test(multiple) ? 1_000 : 1_000_000
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
