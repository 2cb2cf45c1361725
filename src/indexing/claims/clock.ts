import type { Token } from './tokens.js'
import { ONLY_ONCE } from './vocabulary.js'

const HOURS: ReadonlyMap<string, number> = new Map([
  ...'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i) => [word, i + 1] as const),
  ...'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'
    .split(' ')
    .map((word, i) => [word, i + 1] as const),
  ['ein', 1],
])

const hourOf = (word: string | undefined): number | undefined =>
  word === undefined ? undefined : (HOURS.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined))

const PARTS: ReadonlyMap<string, number> = new Map([
  ['half past', 30],
  ['quarter past', 15],
  ['quarter after', 15],
  ['quarter to', -15],
  ['ten past', 10],
  ['ten to', -10],
  ['twenty past', 20],
  ['twenty to', -20],
  ['five past', 5],
  ['five to', -5],
  ['viertel nach', 15],
  ['viertel vor', -15],
])
const BETWEEN = /^(?:past|to|after|nach|vor)$/
const TWELVE = 12

/** A time of day as it is written in digits. */
const written = (hour: number, minutes: number): string => {
  const [h, m] = minutes < 0 ? [hour === 1 ? TWELVE : hour - 1, 60 + minutes] : [hour, minutes]
  return `${h}:${String(m).padStart(2, '0')}`
}

const HALF: ReadonlyMap<string, number> = new Map([
  ['halb', -30],
  ['dreiviertel', -15],
])

/** The time that begins at a token, with its number of tokens; null where none does. */
const spokenAt = (tokens: readonly Token[], at: number): readonly [time: string, length: number] | null => {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ word }) => word)
  const half = HALF.get(first ?? '')
  const next = half === undefined ? undefined : HOURS.get(second ?? '')
  if (half !== undefined && next !== undefined) return [written(next, half), 2]
  if (!BETWEEN.test(second ?? '')) return null
  const part = PARTS.get(`${first} ${second}`)
  const hour = part === undefined ? undefined : hourOf(third)
  return part === undefined || hour === undefined ? null : [written(hour, part), 3]
}

/** "Starts at a quarter past one" is "starts at 1:15". */
export const withClock = (sentence: readonly Token[]): readonly Token[] => {
  const at = sentence.findIndex(
    ({ word }, i) => (HALF.has(word) || BETWEEN.test(sentence[i + 1]?.word ?? '')) && spokenAt(sentence, i) !== null,
  )
  const first = sentence[at]
  const [time, length] = at < 0 ? [] : (spokenAt(sentence, at) ?? [])
  if (first === undefined || time === undefined || length === undefined) return sentence
  const from = sentence[at - 1]?.word === 'a' ? at - 1 : at
  const end = sentence[at + length - 1]?.end ?? first.end
  const token = { ...first, word: time, raw: time, proper: false, start: sentence[from]?.start ?? first.start, end }
  return [...sentence.slice(0, from), token, ...sentence.slice(at + length)]
}

/** "Nine", "ten o'clock", "neun Uhr" as a time of day in digits; null where it is none. */
export const hourInWords = (words: readonly string[]): string | null => {
  const hour = HOURS.get(words[0] ?? '')
  if (hour === undefined || words.length > 2) return null
  const half = words[1]
  if (half !== undefined && !/^(?:o'clock|uhr|am|pm|sharp)$/.test(half)) return null
  return `${String(half === 'pm' && hour < TWELVE ? hour + TWELVE : hour).padStart(2, '0')}:00`
}

const WEEKDAY_OR_HOUR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:noon|midnight|midday)$|^\d{1,2}(?::\d\d)?(?: ?[ap]m)?$/u
/** Whether an event of such a name is held once, or then again and again. */
export const isOfOne = (named: readonly Token[], said: string): boolean =>
  WEEKDAY_OR_HOUR.test(said) || named.some(({ word }) => ONLY_ONCE.has(word))
