import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { atOnce, eachOf, type Steps } from '../../concurrency/steps.js'
import { CONNECTION_KINDS, connections } from './connections.js'
import { KEY_KINDS, KNOWN_KINDS, keys, knownFormats } from './known-formats.js'
import { labelled } from './labelled.js'
import { LABEL_KINDS } from './labels.js'
import { allOf, type Finder, type Span, TAKEN } from './span.js'

const IBAN_START = /(?<![A-Za-z0-9])(?:[A-Z]{2}|[a-z]{2})\d{2}(?=[ \u00a0.-]?[A-Za-z0-9])/g
const WRONG: readonly ValidationErrorsIBAN[] = [
  ValidationErrorsIBAN.NoIBANCountry,
  ValidationErrorsIBAN.WrongBBANLength,
  ValidationErrorsIBAN.ChecksumNotNumber,
  ValidationErrorsIBAN.WrongIBANChecksum,
]

/**
 * The IBAN at `start`, of the length its country prescribes, ignoring separators. Following words are not part of it.
 */
const ibanAt = (text: string, start: number): Span | undefined => {
  const length = countrySpecs[text.slice(start, start + 2).toUpperCase()]?.chars ?? 0
  let [letters, end] = ['', start]
  for (; letters.length < length && end < text.length; end += 1) {
    const letter = text.charAt(end)
    if (/[A-Za-z0-9]/.test(letter)) letters += letter
    else if (!/[ \u00a0.-]/.test(letter) || !/[A-Za-z0-9]/.test(text.charAt(end + 1))) return undefined
  }
  if (letters.length < Math.max(length, 15) || /[A-Za-z0-9]/.test(text.charAt(end))) return undefined
  const { errorCodes } = validateIBAN(letters.toUpperCase())
  return errorCodes.some((code) => WRONG.includes(code)) ? undefined : { start, end, kind: 'IBAN' }
}

/** Bank account numbers with a country code and a valid checksum. */
const ibans: Finder = (text) =>
  allOf(IBAN_START, text).flatMap(({ index }) => {
    const span = ibanAt(text, index)
    return span === undefined ? [] : [span]
  })

const luhn = (digits: string): boolean => {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Prefixes and lengths of the large networks, so that ids and timestamps that satisfy Luhn by chance are kept. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17}|220[0-4]\d{12}|(?:5018|5020|5038|6304|6759|676[1-3])\d{8,15})$/
/** Group lengths on cards and in forms; groups of equal length are also accepted. */
const PARTED = /^(?:4,4,4,4,3|4,6,5|4,6,4|6,13|4,4,4,1|4,4,5|8,8)$/
const RUN = /(?<![A-Za-z0-9_+])\d+(?:[ \t\u00a0\u2007\u2009\u202f.‐-―_/·-]{1,3}\d+)*/g

type Group = { readonly digits: string; readonly start: number; readonly end: number }

/**
 * The longest run of groups from `first` on that forms a card number. Groups before or after it, such as a date, are
 * another number.
 */
const cardFrom = (groups: readonly Group[], first: number): readonly Group[] => {
  const size = groups[first]?.digits.length ?? 0
  let found: readonly Group[] = []
  let [digits, sizes, even] = ['', '', true]
  for (let last = first; last < groups.length; last += 1) {
    const part = groups[last]?.digits ?? ''
    digits += part
    if (digits.length > 19) break
    sizes += `${sizes && ','}${part.length}`
    even &&= part.length === size
    const parted = even || PARTED.test(sizes)
    if (parted && digits.length > 12 && CARD.test(digits) && luhn(digits)) found = groups.slice(first, last + 1)
  }
  return found
}

/** Whether an undivided number is an amount or an id: next to a decimal point, or next to a letter. */
const isLoose = (text: string, cards: readonly Group[], run: readonly Group[]): boolean => {
  const [first, last] = [cards[0], cards.at(-1)]
  if (first === undefined || last === undefined) return false
  const pointed = (first !== run[0] && text[first.start - 1] === '.') || (last !== run.at(-1) && text[last.end] === '.')
  return !(cards.length === 1 && pointed) && !/[A-Za-z0-9_]/.test(text[last.end] ?? '')
}

const cardsIn = (text: string, run: RegExpMatchArray & { index: number }): Span[] => {
  const groups = [...run[0].matchAll(/\d+/g)].map((part) => {
    const start = run.index + part.index
    return { digits: part[0], start, end: start + part[0].length }
  })
  const spans: Span[] = []
  for (let first = 0; first < groups.length; ) {
    const cards = cardFrom(groups, first)
    const [head, tail] = [cards[0], cards.at(-1)]
    const is = head !== undefined && tail !== undefined && isLoose(text, cards, groups)
    if (is) spans.push({ start: head.start, end: tail.end, kind: 'card number' })
    first += is ? cards.length : 1
  }
  return spans
}

/** Payment card numbers with any separator: of a large network, with a valid check digit. */
const cardNumbers: Finder = (text) => allOf(RUN, text).flatMap((run) => (run[0].length < 13 ? [] : cardsIn(text, run)))

export type Redacted = { readonly text: string; readonly count: number }

/** In order of precedence: where secrets overlap, the first finder names the kind. */
const FINDERS: readonly Finder[] = [keys, knownFormats, connections, labelled, cardNumbers, ibans]

const KINDS = [...KEY_KINDS, ...KNOWN_KINDS, ...CONNECTION_KINDS, ...LABEL_KINDS, 'card number', 'IBAN']
/** The kinds of an earlier, coarser classification; stored texts contain them. */
const FORMER = ['private_key', 'token', 'api_key', 'password', 'secret', 'card']
const spelled = (kinds: readonly string[]): string =>
  [...new Set(kinds)].map((kind) => kind.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
const PLACED = new RegExp(String.raw`\[redacted:(?: (?:${spelled(KINDS)})|(?:${spelled(FORMER)}))\]|${TAKEN}`, 'g')

/** Merges overlapping spans, so that no part of a secret remains. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const all: Span[] = []
  for (const span of spans
    .map((one, rank) => ({ rank, ...one }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = all.at(-1) as typeof span | undefined
    if (last === undefined || span.start >= last.end) all.push(span)
    else {
      const { kind, rank } = span.rank < last.rank ? span : last
      all.splice(-1, 1, { start: last.start, end: Math.max(last.end, span.end), kind, ...{ rank } })
    }
  }
  return all
}

/** Splits a span around placeholders of earlier redactions. */
const besideTaken = (text: string, { start, end, kind }: Span): readonly Span[] =>
  [...text.slice(start, end).matchAll(/[^\ufffc]*[\p{L}\p{N}][^\ufffc]*/gu)].map(({ 0: part, index }) => ({
    start: start + index,
    end: start + index + part.length,
    kind,
  }))

/**
 * Placeholders are neither labels nor values: they are replaced by one character during the search, and restored
 * afterwards.
 */
function* redactOnce(text: string): Steps<Redacted> {
  const taken: string[] = []
  const flat = text.replace(PLACED, (placeholder) => {
    taken.push(placeholder)
    return TAKEN
  })
  const found = (yield* eachOf(FINDERS, (find) => find(flat))).flat()
  const spans = merged(taken.length === 0 ? found : found.flatMap((span) => besideTaken(flat, span)))
  let [clean, done] = ['', 0]
  for (const { start, end, kind } of spans) {
    clean += `${flat.slice(done, start)}[redacted: ${kind}]`
    done = end
  }
  clean += flat.slice(done)
  let next = 0
  return { text: taken.length === 0 ? clean : clean.replace(/\ufffc/g, () => taken[next++] ?? ''), count: spans.length }
}

const MOST_ROUNDS = 8

/**
 * Replaces secrets (keys and tokens, private key blocks, passwords, card and account numbers) by `[redacted: <kind>]`
 * and counts them. Idempotent: the search is repeated until it finds nothing, because a removed secret may have hidden
 * another. Linear in the text.
 */
export const redact = (text: string): Redacted => atOnce(redacting(text))

/** The same in steps, one for each finder. */
export function* redacting(text: string): Steps<Redacted> {
  let clean: Redacted = { text, count: 0 }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { text: next, count } = yield* redactOnce(clean.text)
    if (count === 0) break
    clean = { text: next, count: clean.count + count }
  }
  return clean
}
