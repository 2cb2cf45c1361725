import { addDays, type Day, monthOf, type Span, yearOf } from '../../../indexing/dates/day.js'
import { type AskedDate, type Stretch, stretchesIn } from './asked-date.js'

/** More ranges than these are no help to a query. */
const MOST_RANGES = 60

/** How well a day meets what is asked, 0 to 1: the best of several dates counts. */
export const dateScore = (asked: readonly AskedDate[], occurredOn: Day | null): number => {
  if (occurredOn === null) return 0
  const years = yearsNear(occurredOn)
  let best = 0
  for (const date of asked)
    for (const year of years)
      for (const { from, to, worth } of stretchesOf(date, year))
        if (worth > best && from <= occurredOn && occurredOn <= to) best = worth
  return best
}

/** Hundreds of days of a few years are measured against the same dates. */
const measured = new WeakMap<AskedDate, Map<number, readonly Stretch[]>>()
const stretchesOf = (date: AskedDate, year: number): readonly Stretch[] => {
  const years = measured.get(date) ?? new Map<number, readonly Stretch[]>()
  const stretches = years.get(year) ?? stretchesIn(date, year)
  measured.set(date, years.set(year, stretches))
  return stretches
}

/** The days around the turn of a year may meet a date of the neighbouring year. */
const yearsNear = (day: Day): readonly number[] => {
  const year = yearOf(day)
  if (monthOf(day) === 1) return [year, year - 1]
  return monthOf(day) === 12 ? [year, year + 1] : [year]
}

/**
 * The days of the known span on which `dateScore` is above 0: ranges in order, none touching another.
 * At most 60, the latest ones: a month of any year has one in each year of the span.
 */
export const rangesOf = (asked: readonly AskedDate[], known: Span): readonly Span[] => {
  const last = yearOf(known.to) + 1
  const first = Math.max(yearOf(known.from) - 1, last - MOST_RANGES - 1)
  const spans = asked.flatMap((date) => {
    if ('worth' in date) return [date]
    const years = date.year === null ? between(first, last) : [date.year]
    return years.flatMap((year) => stretchesIn(date, year))
  })
  return merged(spans.flatMap((span) => cut(span, known))).slice(-MOST_RANGES)
}

const between = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const cut = ({ from, to }: Span, known: Span): readonly Span[] => {
  const within = { from: from > known.from ? from : known.from, to: to < known.to ? to : known.to }
  return within.from <= within.to ? [within] : []
}

const merged = (spans: readonly Span[]): readonly Span[] => {
  const ranges: Span[] = []
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const before = ranges.at(-1)
    if (!before || span.from > addDays(before.to, 1)) ranges.push(span)
    else if (span.to > before.to) ranges[ranges.length - 1] = { from: before.from, to: span.to }
  }
  return ranges
}
