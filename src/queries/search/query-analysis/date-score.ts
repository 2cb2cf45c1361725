import { addDays, type Day, monthOf, type Span, yearOf } from '../../../text/dates/day.js'
import { type QueryDate, type Stretch, stretchesIn } from './query-dates.js'

/** Of a span that is named no more years are looked at. */
const MOST_YEARS = 12

/**
 * How well a memory meets what is asked, 0 to 1: the day it happened on and the spans it names, the best of all dates
 * counts. Of a span counts the share that is asked for: who names a year says little of a day.
 */
export const dateScore = (asked: readonly QueryDate[], occurredOn: Day | null, named: readonly Span[] = []): number => {
  let best = occurredOn === null ? 0 : spanScore(asked, { from: occurredOn, to: occurredOn })
  for (const span of named) best = Math.max(best, spanScore(asked, span))
  return best
}

/** The same of one span. */
export const spanScore = (asked: readonly QueryDate[], span: Span): number => {
  const { first, last } = yearsNear(span)
  let best = 0
  for (let year = first; year <= last; year++)
    for (const stretch of stretchesOf(asked, year)) best = Math.max(best, stretch.worth * share(span, stretch))
  return best
}

const share = (span: Span, { from, to }: Stretch): number => {
  if (span.from >= from && span.to <= to) return 1
  if (span.to < from || span.from > to) return 0
  const both = { from: span.from > from ? span.from : from, to: span.to < to ? span.to : to }
  return daysIn(both) / daysIn(span)
}

const daysIn = ({ from, to }: Span): number => 1 + (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Thousands of days of a few years are measured against the same dates. */
const measured = new WeakMap<readonly QueryDate[], Map<number, readonly Stretch[]>>()
const stretchesOf = (asked: readonly QueryDate[], year: number): readonly Stretch[] => {
  const years = measured.get(asked) ?? new Map<number, readonly Stretch[]>()
  const known = years.get(year)
  if (known !== undefined) return known
  const stretches = asked.flatMap((date) => stretchesIn(date, year))
  measured.set(asked, years.set(year, stretches))
  return stretches
}

/** The days around the turn of a year may meet a date of the neighbouring year. */
const yearsNear = ({ from, to }: Span) => {
  const first = yearOf(from) - (monthOf(from) === 1 ? 1 : 0)
  const last = yearOf(to) + (monthOf(to) === 12 ? 1 : 0)
  return { first, last: Math.min(last, first + MOST_YEARS) }
}

/** A date of any year is looked for in so many years before today and after it. */
const YEARS_BEFORE = 60
const YEARS_AFTER = 10

/** The days on which `dateScore` is above 0: ranges in order, none touching another. A date with its year may be of any time. */
export const rangesOf = (asked: readonly QueryDate[], today: Day): readonly Span[] => {
  const first = yearOf(today) - YEARS_BEFORE
  const years = Array.from({ length: YEARS_BEFORE + 1 + YEARS_AFTER }, (_, i) => first + i)
  return merged(
    asked.flatMap((date) => {
      if ('worth' in date) return [date]
      return (date.year === null ? years : [date.year]).flatMap((year) => stretchesIn(date, year))
    }),
  )
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
