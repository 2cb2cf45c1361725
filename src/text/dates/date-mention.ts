import {
  addDays,
  type Counted,
  type Day,
  dayFrom,
  lastWeekday,
  monthOf,
  monthSpan,
  type Span,
  spanAway,
  weekday,
  weekdayAway,
  weekdayOf,
  weekendSpan,
  yearOf,
  yearSpan,
} from './day.js'
import type { Tense } from './tense.js'

/** A date as it is written. The reader resolves mentions without a year and bare weekdays. */
export type DateMention =
  /** `or`: the other reading of an ambiguous date such as 05/07. */
  | { readonly kind: 'day'; readonly day: Day; readonly or?: Day }
  /** `around`: tolerance in days on either side, because people state such spans roughly. */
  | (Span & { readonly kind: 'span'; readonly around: number } & Manner)
  | Yearly
  | { readonly kind: 'year'; readonly year: number; readonly firm: boolean }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly this: boolean; readonly firm: boolean }
  | { readonly kind: 'weekend' }
  /** The 15th of an unnamed month; the one that is this weekday, if it is told. */
  | { readonly kind: 'date'; readonly date: number; readonly weekday?: number }
  | { readonly kind: 'range'; readonly first: DateMention; readonly last: DateMention }

/** What every year has. */
type Yearly = TheMonth | TheSeason | TheNth

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

/** A season, a holiday or a quarter: `months` months from `month` on. */
type TheSeason = {
  readonly kind: 'season'
  readonly month: number
  readonly months: number
  readonly day: number | null
  readonly year: number | null
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

export type Manner = {
  /** Number of units ahead ("in two weeks"). In a past tense this is a duration, not a date. */
  readonly ahead?: number
  /** No number is given: "years ago". */
  readonly vague?: true
}

export type Groups = Readonly<Record<string, string | undefined>>

/** One way to write dates. Empty list: the match is no date; null: no other phrase may read one there either. */
export type Phrase = {
  readonly pattern: RegExp
  readonly read: (groups: Groups, today: Day) => readonly DateMention[] | null
}

/** The dates mentioned between two offsets of a text. */
export type DatesAt = { readonly at: number; readonly end: number; readonly told: readonly DateMention[] }

/** Most mentions that are read from one text; the rest of a long list is ignored. */
const MOST = 50
/** Replaces each character of a phrase that has been read. */
const READ = '\u0001'

/** Applies the phrases in order. Text that one phrase has read is hidden from the next. Offsets do not change. */
export const readPhrases = (text: string, phrases: readonly Phrase[], today: Day): readonly DatesAt[] => {
  const found: DatesAt[] = []
  let rest = text
  // Most phrases are in no text, and `matchAll` makes a copy of the pattern first.
  for (const phrase of phrases) if (rest.search(phrase.pattern) >= 0) rest = readPhrase(rest, phrase, { today, found })
  return found
}

/** Adds to `found` what a phrase tells. @returns the text without the places where it has been read */
const readPhrase = (
  text: string,
  { pattern, read }: Phrase,
  { today, found }: { readonly today: Day; readonly found: DatesAt[] },
): string => {
  let rest = ''
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const told = read(match.groups ?? {}, today)
    if (told?.length === 0) continue
    if (found.length >= MOST) break
    const [{ length }, at] = [match[0], match.index]
    if (told !== null) found.push({ at, end: at + length, told })
    rest += text.slice(end, at) + READ.repeat(length)
    end = at + length
  }
  return rest + text.slice(end)
}

/** Larger counts are not read as dates. */
const MOST_STEPS = 200

const single = (day: Day): Span => ({ from: day, to: day })
const spanning = (span: Span, around: number): readonly DateMention[] => [{ kind: 'span', ...span, around }]

/** Tolerance in days on either side: people count days and weeks only roughly. */
const around = (what: Counted): number => (what === 'day' ? 2 : what === 'week' || what === 'weekend' ? 1 : 0)

/** The unit or run `steps` away from today: last week is -1. */
export const away = (what: Counted, steps: number, today: Day): readonly DateMention[] => {
  if (Math.abs(steps) > MOST_STEPS) return []
  if (what === 'day') return [{ kind: 'day', day: addDays(today, steps) }]
  if (what === 'year') return [{ kind: 'year', year: yearOf(today) + steps, firm: true }]
  return spanning(spanAway(what, steps, today), around(what))
}

/** The span from one number of steps away to the other, in either order. */
export const awayBetween = (
  what: Counted,
  [one, other]: readonly [number, number],
  today: Day,
): readonly DateMention[] => {
  if (one === other) return away(what, one, today)
  const { from } = spanAway(what, Math.min(one, other), today)
  return spanning({ from, to: spanAway(what, Math.max(one, other), today).to }, around(what))
}

/** The last `count` units, up to today. */
export const upToToday = (what: Counted, count: number, today: Day): readonly DateMention[] => {
  if (typeof what !== 'string') return awayBetween(what, [-count, -1], today)
  if (count > MOST_STEPS) return []
  return spanning({ from: spanAway(what, -count, today).from, to: today }, Math.min(around(what), 1))
}

const LAST_COUNTED = 3
export const nthDay = ({ nth, weekday: wanted, month }: Omit<TheNth, 'kind' | 'year'>, year: number): Day => {
  const { from, to } = monthSpan(year, month)
  return nth > LAST_COUNTED ? lastWeekday(wanted, to) : addDays(from, ((wanted - weekday(from) + 7) % 7) + 7 * nth)
}

/** The days of a mention in a given year. A day that the month does not have becomes its last day. */
export const spanIn = (told: Yearly, year: number): Span => {
  if (told.kind === 'nth') return single(nthDay(told, year))
  const month = monthSpan(year, told.month, told.kind === 'season' ? told.months : 1)
  if (told.day === null) return month
  const from = dayFrom(year, told.month, told.day)
  if (told.kind === 'season') return from === undefined ? month : single(from)
  const to = told.lastDay === null ? from : dayFrom(year, told.month, told.lastDay)
  return { from: from ?? month.to, to: to ?? month.to }
}

/** The days of a mention that needs no context; undefined where the year or more is open. */
const spanOf = (told: DateMention): Span | undefined => {
  switch (told.kind) {
    case 'day':
      return single(told.day)
    case 'span':
      return { from: told.from, to: told.to }
    case 'year':
      return yearSpan(told.year)
    case 'month':
    case 'season':
    case 'nth':
      return told.year === null ? undefined : spanIn(told, told.year)
    default:
      return undefined
  }
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

type Context = {
  readonly today: Day
  readonly tense: Tense | undefined
  /** The tense of a weekday or weekend whose text shows none: past for queries, future for statements. */
  readonly otherwise: Tense
}

/** The days that are meant. For recurring days the tense selects the last or the next one. */
export const resolved = (told: DateMention, context: Context): Span | undefined => {
  const { today, tense, otherwise } = context
  switch (told.kind) {
    case 'weekday':
      if (tense === undefined && otherwise === 'past' && !told.this) return single(lastWeekday(told.weekday, today))
      return single(weekdayBy(told, today, tense))
    case 'weekend':
      return weekendBy(today, tense ?? otherwise)
    case 'month':
    case 'season':
    case 'nth':
      return spanOf(told) ?? among(context, (year) => spanIn(told, year))
    case 'date':
      return dateBy(told, context)
    case 'range':
      return rangeBy(told.first, told.last, context)
    default:
      return spanOf(told)
  }
}

const weekdayBy = (told: Extract<DateMention, { kind: 'weekday' }>, today: Day, tense: Tense | undefined): Day => {
  const wanted = told.weekday
  if (!told.this) return weekdayAway(wanted, tense === 'past' ? -1 : 1, today)
  if (tense === 'past') return lastWeekday(wanted, today)
  const inThisWeek = weekdayOf(wanted, 0, today)
  return inThisWeek >= today ? inThisWeek : addDays(inThisWeek, 7)
}

/** On a Saturday or a Sunday it is the current weekend. */
const weekendBy = (today: Day, tense: Tense): Span =>
  weekendSpan(tense === 'past' && weekday(today) < 5 ? addDays(today, -7) : today)

const among = ({ today, tense }: Context, within: (year: number) => Span): Span => {
  const year = yearOf(today)
  return choose([year - 1, year, year + 1].map(within), today, tense)
}

/** Past: the last that has begun. Future: the first that has not ended. Otherwise the nearest. */
const choose = (spans: readonly Span[], today: Day, tense: Tense | undefined): Span => {
  const matches = spans.filter(({ from, to }) =>
    tense === undefined ? true : tense === 'past' ? from <= today : to >= today,
  )
  const distance = ({ from, to }: Span) =>
    to < today ? daysBetween(to, today) : AHEAD * Math.max(0, daysBetween(today, from))
  const [nearest] = (matches.length > 0 ? matches : spans).toSorted((a, b) => distance(a) - distance(b))
  return nearest ?? single(today)
}

/** Without a tense the future is preferred at equal distance. */
const AHEAD = 0.75

const daysBetween = (a: Day, b: Day): number => (Date.parse(b) - Date.parse(a)) / 86_400_000

const dateBy = (told: Extract<DateMention, { kind: 'date' }>, { today, tense }: Context): Span | undefined => {
  const { date, weekday: wanted } = told
  const near = [-2, -1, 0, 1, 2].flatMap((months) => {
    const { from } = monthSpan(yearOf(today), monthOf(today) + months)
    const day = dayFrom(yearOf(from), monthOf(from), date)
    return day === undefined ? [] : [single(day)]
  })
  const matches = near.filter(({ from }) => wanted === undefined || weekday(from) === wanted)
  return near.length === 0 ? undefined : choose(matches.length > 0 ? matches : near, today, tense)
}

/** A range ends with the first matching day after its start. */
const rangeBy = (first: DateMention, last: DateMention, context: Context): Span | undefined => {
  const start = resolved(first, context)
  if (start === undefined) return undefined
  const end = spanOf(last) ?? resolved(last, { today: start.from, tense: 'future', otherwise: 'future' })
  return end && end.to >= start.from ? { from: start.from, to: end.to } : undefined
}
