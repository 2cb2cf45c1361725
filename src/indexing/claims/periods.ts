import { monthSpan } from '../dates/day.js'
import { smallNumber } from './amounts.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

const MONTHS =
  'january/jan/jan./januar february/feb/feb./februar march/mar/mar./märz april/apr/apr. may/mai june/jun/jun./juni july/jul/jul./juli august/aug/aug. september/sep/sept/sept. october/oct/oct./oktober november/nov/nov. december/dec/dec./dezember'
const monthOf: ReadonlyMap<string, number> = new Map(
  MONTHS.split(' ').flatMap((names, i) => names.split('/').map((name) => [name, i + 1] as const)),
)
const WEEKDAYS = words(
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
)
const UNITS = words(
  'day days week weeks weekend month months year years quarter night evening morning afternoon tag tage tagen woche wochen wochenende monat monate monaten jahr jahre jahren abend',
)
const SEASONS = words(
  'spring summer autumn fall winter frühling frühjahr sommer herbst christmas weihnachten ostern easter',
)
const NOW = words('today yesterday tonight recently lately heute gestern vorgestern neulich kürzlich letztens')
const LAST = words(
  'last this past letzte letzten letzter letztes diese diesen dieser dieses vorige vorigen voriges vergangene vergangenen',
)
const NEXT = words(
  'next tomorrow soon upcoming nächste nächsten nächster nächstes morgen bald kommende kommenden kommendes',
)
const FILLING = words(
  'the of a an few couple some about on at in early late mid end beginning den der dem am im ein einem einer ein paar anfang ende mitte',
)

const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word)
const isDay = (word: string): boolean => /^\d{1,2}(?:st|nd|rd|th|\.)?$/.test(word)
const isNumeric = (word: string): boolean => /^\d{4}-\d\d-\d\d$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/.test(word)

const isDateWord = (word: string): boolean =>
  monthOf.has(word) || WEEKDAYS.has(word) || isYear(word) || isNumeric(word) || SEASONS.has(word)

/** A date in parts: what the words say. */
type Parts = { year?: number; month?: number; day?: number; weekday?: string; time?: string }

const TIME = /^(\d{1,2})(?:[:.](\d\d))?(am|pm|h|uhr)?$/

/** Reads a date; null where a word is not part of one. */
const datePartsOf = (tokens: readonly Token[]): Parts | null => {
  const parts: Parts = {}
  for (const [i, { word }] of tokens.entries()) {
    const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word)
    const numeric = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(word)
    const month = monthOf.get(word)
    const next = tokens[i + 1]?.word ?? ''
    const before = tokens[i - 1]?.word ?? ''
    if (iso) Object.assign(parts, { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) })
    else if (numeric) {
      Object.assign(parts, { day: Number(numeric[1]), month: Number(numeric[2]) })
      if (numeric[3] !== undefined) parts.year = Number(numeric[3])
    } else if (month !== undefined) parts.month = month
    else if (WEEKDAYS.has(word)) parts.weekday = word
    else if (WEEKDAYS.has(word.replace(/s$/, ''))) parts.weekday = word.slice(0, -1)
    else if (isYear(word)) parts.year = Number(word)
    else if (isTime(word, next, before)) parts.time = timeOf([word, next]) ?? word
    else if (isDay(word)) parts.day = Number.parseInt(word, 10)
    else if (!/^(?:the|of|on|at|by|am|den|der|dem|um|uhr|a\.m\.|p\.m\.|pm|o'clock|,|\.)$/.test(word)) return null
  }
  return parts
}

const isTime = (word: string, next: string, before: string): boolean =>
  /^\d{1,2}:\d\d/.test(word) ||
  /^\d{1,2}(?:am|pm)$/.test(word) ||
  (/^\d{1,2}(?:\.\d\d)?$/.test(word) && /^(?:am|pm|a\.m\.|p\.m\.|o'clock|uhr)$/.test(next) && before !== 'am')

/** A time of day as hh:mm; null where it is none. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midday', '12:00'],
  ['mittag', '12:00'],
  ['midnight', '00:00'],
  ['mitternacht', '00:00'],
])

export const timeOf = (all: readonly string[]): string | null => {
  const [first = '', second = ''] = all
  const named = NAMED.get(first)
  if (named !== undefined) return all.length === 1 ? named : null
  const [, hours, minutes = '00', half] = TIME.exec(first) ?? []
  if (hours === undefined || Number(hours) > 24) return null
  const afternoon = (half ?? second).startsWith('p') && Number(hours) < 12
  return `${String(Number(hours) + (afternoon ? 12 : 0)).padStart(2, '0')}:${minutes}`
}

const two = (number: number): string => String(number).padStart(2, '0')

/** A date in the form that is compared: 2024-03-14, 03-14, 2024-03, friday; null where it is none. */
export const dateOf = (tokens: readonly Token[]): string | null => {
  const parts = datePartsOf(tokens)
  if (parts === null) return null
  const { year, month, day, weekday } = parts
  if (month !== undefined) {
    const inYear = day === undefined ? two(month) : `${two(month)}-${two(day)}`
    return year === undefined ? inYear : `${year}-${inYear}`
  }
  if (day !== undefined && year === undefined) return `-${two(day)}`
  return weekday ?? (year === undefined ? null : String(year))
}

const SINCE = words('since seit from ab starting effective')
const UNTIL = words('until till through bis')

export type Period = { readonly from: string | null; readonly to: string | null }

/** The days that a date with a year names. */
const spanOf = (tokens: readonly Token[]): { from: string; to: string } | null => {
  const parts = datePartsOf(tokens)
  if (parts?.year === undefined) return null
  const { year, month, day } = parts
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  return day === undefined
    ? monthSpan(year, month)
    : { from: `${year}-${two(month)}-${two(day)}`, to: `${year}-${two(month)}-${two(day)}` }
}

/** Where a run of date words that begins at a token ends. */
const dateEnd = (tokens: readonly Token[], at: number): number => {
  let end = at
  let told = false
  for (let i = at; i < tokens.length && i < at + 8; i++) {
    const word = tokens[i]?.word ?? ''
    if (isDateWord(word) || (isDay(word) && i < at + 6) || UNITS.has(word) || NOW.has(word)) {
      told = true
      end = i + 1
    } else if (
      !FILLING.has(word) &&
      !LAST.has(word) &&
      !NEXT.has(word) &&
      !(word === ',' && isYear(tokens[i + 1]?.word ?? ''))
    )
      break
  }
  return told ? end : at
}

/** A phrase "since …" or "until …" that begins at a token; null where none does. */
export const periodAt = (tokens: readonly Token[], at: number): (Period & { readonly end: number }) | null => {
  const word = tokens[at]?.word ?? ''
  const asOf =
    (word === 'as' && tokens[at + 1]?.word === 'of') || (word === 'effective' && tokens[at + 1]?.word === 'from')
  if (!SINCE.has(word) && !UNTIL.has(word) && !asOf) return null
  const start = at + (asOf ? 2 : 1)
  const end = dateEnd(tokens, start)
  if (end === start) return null
  const span = spanOf(tokens.slice(start, end))
  const onwards = /^(?:on|onwards?|forward)$/.test(tokens[end]?.word ?? '') ? end + 1 : end
  return UNTIL.has(word)
    ? { from: null, to: span?.to ?? null, end }
    : { from: span?.from ?? null, to: null, end: onwards }
}

/** A phrase that says when something happened ("last week", "in May 2023", "three months ago"); null where none begins. */
export const occasionAt = (
  tokens: readonly Token[],
  at: number,
): { readonly end: number; readonly ahead: boolean; readonly from: string | null } | null => {
  const word = tokens[at]?.word ?? ''
  const next = tokens[at + 1]?.word ?? ''
  if (NOW.has(word)) return { end: at + 1, ahead: false, from: null }
  if (word === 'tomorrow' || word === 'soon' || word === 'bald') return { end: at + 1, ahead: true, from: null }
  if (LAST.has(word) || NEXT.has(word)) {
    const end = UNITS.has(next) || isDateWord(next) ? at + 2 : at
    return end === at ? null : { end, ahead: NEXT.has(word), from: null }
  }
  const ago = agoEnd(tokens, at)
  if (ago > at) return { end: ago, ahead: false, from: null }
  if (!/^(?:in|on|over|during|at|im|am|um|earlier|zu|zum)$/.test(word)) return null
  const end = dateEnd(tokens, at + 1)
  if (end === at + 1) return null
  const ahead = tokens.slice(at, end).some((each) => NEXT.has(each.word))
  return { end, ahead, from: spanOf(tokens.slice(at + 1, end).filter((each) => !FILLING.has(each.word)))?.from ?? null }
}

/** Where a phrase ends that only says that something happened lately ("last month", "gestern", "two weeks ago"). */
export const pastEnd = (tokens: readonly Token[], at: number): number => {
  const word = tokens[at]?.word ?? ''
  if (word !== 'today' && word !== 'tonight' && word !== 'heute' && NOW.has(word)) return at + 1
  // "The last day for entries".
  const isDay = /^(?:the|der)$/.test(tokens[at - 1]?.word ?? '') && /^(?:day|tag)$/.test(tokens[at + 1]?.word ?? '')
  if (LAST.has(word) && !isDay && !/^(?:this|diese[nmrs]?)$/.test(word) && UNITS.has(tokens[at + 1]?.word ?? ''))
    return at + 2
  return agoEnd(tokens, at)
}

/** "three months ago", "a few weeks ago", "vor zwei Jahren". */
const agoEnd = (tokens: readonly Token[], at: number): number => {
  const start = tokens[at]?.word === 'vor' ? at + 1 : at
  let i = start
  while (i < start + 4 && (FILLING.has(tokens[i]?.word ?? '') || smallNumber(tokens[i]?.word ?? '') !== undefined)) i++
  if (i === start || !UNITS.has(tokens[i]?.word ?? '')) return at
  if (start > at) return i + 1
  return tokens[i + 1]?.word === 'ago' ? i + 2 : at
}
