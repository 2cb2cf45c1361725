import { type Day, dayFrom, monthSpan, type Span, yearOf, yearSpan } from './day.js'

/** A date as it is written. What stands without a year, or a weekday by itself, is settled by whoever reads it. */
export type DateMention =
  /** Where 05/07 may be read in two ways, the day that is meant in other countries too. */
  | { readonly kind: 'day'; readonly day: Day; readonly or?: Day }
  /** `around`: how many days more on either side are meant, as such spans are told roughly. */
  | (Span & { readonly kind: 'span'; readonly around: number } & Manner)
  | TheMonth
  /** A season, a feast or a quarter: so many months from the first one on. */
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
  /** The 15th, of a month that is not named. */
  | { readonly kind: 'date'; readonly date: number }
  | { readonly kind: 'range'; readonly first: DateMention; readonly last: DateMention }

type TheMonth = {
  readonly kind: 'month'
  readonly month: number
  readonly day: number | null
  /** Where several days are meant. */
  readonly lastDay: number | null
  readonly year: number | null
  /** It cannot be a mere name of the month: a day, a year or a preposition stands beside it. */
  readonly firm: boolean
}

type Manner = {
  /** So many units ahead ("in two weeks"), which is how long something took where the past is told. */
  readonly ahead?: number
  /** No number is given: "years ago". */
  readonly vague?: true
}

export type Groups = Readonly<Record<string, string | undefined>>

/** A way of writing dates. Nothing is told where the reading gives an empty list. */
export type Phrase = {
  readonly pattern: RegExp
  readonly read: (groups: Groups, today: Day) => readonly DateMention[]
}

/** What stands between two places of a text. */
export type Found = { readonly at: number; readonly end: number; readonly told: readonly DateMention[] }
export type Reading = { readonly found: readonly Found[]; readonly rest: string }

/** No text means so many dates; the rest of a long list is not read. */
const MOST = 50
/** Stands for each letter of what has been read. */
export const READ = '\u0001'

/** Reads phrases one after the other; what one has read, the next does not see. Places stay what they were. */
export const readPhrases = (text: string, phrases: readonly Phrase[], today: Day): Reading => {
  const found: Found[] = []
  let rest = text
  for (const { pattern, read } of phrases) {
    let after = ''
    let end = 0
    for (const match of rest.matchAll(pattern)) {
      const told = read(match.groups ?? {}, today)
      if (told.length === 0) continue
      if (found.length >= MOST) break
      const [{ length }, at] = [match[0], match.index]
      found.push({ at, end: at + length, told })
      after += rest.slice(end, at) + READ.repeat(length)
      end = at + length
    }
    if (end > 0) rest = after + rest.slice(end)
  }
  return { found, rest }
}

/** The days of a month or of a part of it, in a year. A day that the year does not have is the last of its month. */
export const monthIn = (told: TheMonth, year: number): Span => {
  const month = monthSpan(year, told.month)
  if (told.day === null) return month
  const from = dayFrom(year, told.month, told.day) ?? month.to
  return { from, to: told.lastDay === null ? from : (dayFrom(year, told.month, told.lastDay) ?? month.to) }
}

/** The days that are told of whatever else is said; undefined where the year or more is left open. */
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
    default:
      return undefined
  }
}

export const seasonIn = (told: Extract<DateMention, { kind: 'season' }>, year: number): Span => {
  const day = told.day === null ? undefined : dayFrom(year, told.month, told.day)
  return day === undefined ? monthSpan(year, told.month, told.months) : { from: day, to: day }
}

/** A span from one to the other; the first may lack the year that the last one has. */
export const rangeOf = (first: DateMention, last: DateMention): DateMention | undefined => {
  const end = spanOf(last)
  if (end === undefined) return { kind: 'range', first, last }
  const start = spanOf(first) ?? lastBefore(first, end)
  return start && start.from <= end.to ? { kind: 'span', from: start.from, to: end.to, around: 0 } : undefined
}

/** "December to February 2024" began the year before. */
const lastBefore = (told: DateMention, end: Span): Span | undefined => {
  if (told.kind !== 'month' && told.kind !== 'season') return undefined
  const within = (year: number) => spanOf({ ...told, year })
  const same = within(yearOf(end.to))
  return same && same.from <= end.to ? same : within(yearOf(end.to) - 1)
}
