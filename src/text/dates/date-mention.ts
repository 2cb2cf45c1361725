import { addDays, type Day, dayFrom, monthSpan, type Span, weekday, yearOf, yearSpan } from './day.js'

/** A date as it is written. The reader resolves mentions without a year and bare weekdays. */
export type DateMention =
  /** `or`: the other reading of an ambiguous date such as 05/07. */
  | { readonly kind: 'day'; readonly day: Day; readonly or?: Day }
  /** `around`: tolerance in days on either side, because people state such spans roughly. */
  | (Span & { readonly kind: 'span'; readonly around: number } & Manner)
  | TheMonth
  /** A season, a holiday or a quarter: `months` months from `month` on. */
  | {
      readonly kind: 'season'
      readonly month: number
      readonly months: number
      readonly day: number | null
      readonly year: number | null
      readonly firm: boolean
    }
  | { readonly kind: 'year'; readonly year: number; readonly firm: boolean }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly this: boolean; readonly firm: boolean }
  | { readonly kind: 'weekend' }
  /** The 15th of an unnamed month; the one that is this weekday, if it is told. */
  | { readonly kind: 'date'; readonly date: number; readonly weekday?: number }
  | TheNth
  | { readonly kind: 'range'; readonly first: DateMention; readonly last: DateMention }

type TheMonth = {
  readonly kind: 'month'
  readonly month: number
  readonly day: number | null
  /** Last day of a range of days; null for a single day. */
  readonly lastDay: number | null
  readonly year: number | null
  /** Whether a day, a year or a preposition confirms that the word is the month and not a name. */
  readonly firm: boolean
}

/** The first to fourth (0 to 3) or the last (4) of a weekday in a month. */
type TheNth = {
  readonly kind: 'nth'
  readonly nth: number
  readonly weekday: number
  readonly month: number
  readonly year: number | null
}

type Manner = {
  /** Number of units ahead ("in two weeks"). In a past tense this is a duration, not a date. */
  readonly ahead?: number
  /** No number is given: "years ago". */
  readonly vague?: true
}

export type Groups = Readonly<Record<string, string | undefined>>

/**
 * A pattern for one way to write dates. An empty list means that the match is no date; null, that no other phrase may read one
 * in it either.
 */
export type Phrase = {
  readonly pattern: RegExp
  readonly read: (groups: Groups, today: Day) => readonly DateMention[] | null
}

/** The dates mentioned between two offsets of a text. */
export type Found = { readonly at: number; readonly end: number; readonly told: readonly DateMention[] }

/** Most mentions that are read from one text; the rest of a long list is ignored. */
const MOST = 50
/** Replaces each character of a phrase that has been read. */
const READ = '\u0001'

/** Applies the phrases in order. Text that one phrase has read is hidden from the next. Offsets do not change. */
export const readPhrases = (text: string, phrases: readonly Phrase[], today: Day): readonly Found[] => {
  const found: Found[] = []
  let rest = text
  for (const { pattern, read } of phrases) {
    // Most phrases are in no text, and `matchAll` makes a copy of the pattern first.
    if (rest.search(pattern) < 0) continue
    let after = ''
    let end = 0
    for (const match of rest.matchAll(pattern)) {
      const told = read(match.groups ?? {}, today)
      if (told?.length === 0) continue
      if (found.length >= MOST) break
      const [{ length }, at] = [match[0], match.index]
      if (told !== null) found.push({ at, end: at + length, told })
      after += rest.slice(end, at) + READ.repeat(length)
      end = at + length
    }
    if (end > 0) rest = after + rest.slice(end)
  }
  return found
}

/** The days of a month or of a part of it in a given year. A day that the month does not have becomes its last day. */
export const monthIn = (told: TheMonth, year: number): Span => {
  const month = monthSpan(year, told.month)
  if (told.day === null) return month
  const from = dayFrom(year, told.month, told.day) ?? month.to
  return { from, to: told.lastDay === null ? from : (dayFrom(year, told.month, told.lastDay) ?? month.to) }
}

/** The days of a mention that needs no context; undefined where the year or more is open. */
export const spanOf = (told: DateMention): Span | undefined => {
  switch (told.kind) {
    case 'day':
      return { from: told.day, to: told.day }
    case 'span':
      return { from: told.from, to: told.to }
    case 'year':
      return yearSpan(told.year)
    case 'month':
      return told.year === null ? undefined : monthIn(told, told.year)
    case 'season':
      return told.year === null ? undefined : seasonIn(told, told.year)
    case 'nth':
      return told.year === null ? undefined : nthIn(told, told.year)
    default:
      return undefined
  }
}

export const nthDay = ({ nth, weekday: wanted, month }: Omit<TheNth, 'kind' | 'year'>, year: number): Day => {
  const { from, to } = monthSpan(year, month)
  return nth > LAST_COUNTED
    ? addDays(to, -((weekday(to) - wanted + 7) % 7))
    : addDays(from, ((wanted - weekday(from) + 7) % 7) + 7 * nth)
}
const LAST_COUNTED = 3

export const nthIn = (told: TheNth, year: number): Span => {
  const day = nthDay(told, year)
  return { from: day, to: day }
}

export const seasonIn = (told: Extract<DateMention, { kind: 'season' }>, year: number): Span => {
  const day = told.day === null ? undefined : dayFrom(year, told.month, told.day)
  return day === undefined ? monthSpan(year, told.month, told.months) : { from: day, to: day }
}

/** A span from one mention to the other. A first mention without a year takes it from the last. */
export const rangeOf = (first: DateMention, last: DateMention): DateMention | undefined => {
  const end = spanOf(last)
  if (end === undefined) return { kind: 'range', first, last }
  const start = spanOf(first) ?? lastBefore(first, end)
  return start && start.from <= end.to ? { kind: 'span', from: start.from, to: end.to, around: 0 } : undefined
}

/** "December to February 2024" starts in the previous year. */
const lastBefore = (told: DateMention, end: Span): Span | undefined => {
  if (told.kind !== 'month' && told.kind !== 'season') return undefined
  const within = (year: number) => spanOf({ ...told, year })
  const same = within(yearOf(end.to))
  return same && same.from <= end.to ? same : within(yearOf(end.to) - 1)
}
