import { type DateMention, resolved, spanIn } from '../../text/dates/date-mention.js'
import { addDays, type Day, dayFrom, monthOf, monthSpan, type Span, yearOf, yearSpan } from '../../text/dates/day.js'

import { findDates } from '../../text/dates/find-dates.js'
import { type Tense, tenseAt } from '../../text/dates/tense.js'
import { foldedInPlace } from '../../text/dates/vocabulary.js'
import { composed } from '../../text/fold.js'

/** A month, of any year if none is named, with its day where one is; or a stretch of days and what lying in it is worth. */
export type QueryDate =
  | { readonly month: number; readonly day: number | null; readonly year: number | null }
  | (Span & { readonly worth: number })

type Stretch = Span & { readonly worth: number }

/** How far from an asked day a memory may lie: people tell of a day a little later. */
const NEAR_DAYS = 2
/** Of a user who tells something every day the days around are other days. */
const NEAR = 0.7
const SAME_MONTH = 0.3
/** A year says little, and so does any stretch of more than half of one. */
const LONG = 0.5
const HALF_YEAR_DAYS = 184

/** A day of the calendar, asked for. */
const queryDay = (day: Day): QueryDate => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, day: date }
}

/** A span asked for as a whole, `around` days wider on either side. */
const querySpan = ({ from, to }: Span, around = 0): QueryDate => ({
  from: addDays(from, -around),
  to: addDays(to, around),
  worth: to > addDays(from, HALF_YEAR_DAYS) ? LONG : 1,
})

const queryYear = (year: number): QueryDate => querySpan(yearSpan(year))

/** The days asked for in one year. A day that the year does not have is the last of its month. */
const stretchesIn = (asked: QueryDate, year: number): readonly Stretch[] => {
  if ('worth' in asked) return [asked]
  if (asked.year !== null && asked.year !== year) return []
  const month = monthSpan(year, asked.month)
  if (asked.day === null) return [{ ...month, worth: 1 }]
  const day = dayFrom(year, asked.month, asked.day) ?? month.to
  return [
    { from: day, to: day, worth: 1 },
    { from: addDays(day, -NEAR_DAYS), to: addDays(day, NEAR_DAYS), worth: NEAR },
    { ...month, worth: SAME_MONTH },
  ]
}

/** More dates than these are no help to a query. */
const LIMIT = 12

type Mention = { readonly told: DateMention; readonly tense: Tense | undefined }

/**
 * The dates that a query asks for, relative ones resolved against `today`: days, months, seasons, feasts, years, spans.
 * English always; another language where `language` (ISO 639-1) names it, or its script does. At most 12.
 */
export const queryDates = (query: string, today: Day, language = 'en'): readonly QueryDate[] => {
  const text = composed(query)
  const mentions = findDates(foldedInPlace(text), today, language).flatMap(({ at, end, told }) => {
    const tense = tenseAt(text, [at, end], language)
    return told.filter((one) => counts(one, tense)).map((one) => ({ told: one, tense }))
  })
  return datesIn(mentions, today)
}

/** A weekday by itself is often any of them; "in a week" tells how often, unless it tells of what is to come. */
const counts = (told: DateMention, tense: Tense | undefined): boolean => {
  if (told.kind === 'weekday') return told.firm
  return !(told.kind === 'span' && told.ahead === 1 && tense !== 'future')
}

/** Months count before seasons and feasts, these before bare years; a year that stands apart is that of the months. */
const datesIn = (mentions: readonly Mention[], today: Day): readonly QueryDate[] => {
  const told = mentions.map((mention) => mention.told)
  const years = told.flatMap((each) => (each.kind === 'year' ? [each.year] : []))
  const named = told.some(({ kind }) => kind === 'month') ? 'month' : 'season'
  const written = told.flatMap((each) => (each.kind === named ? [each] : []))
  // "In June and July 2023" means both of that year.
  const other = years[0] ?? written.find(({ year }) => year !== null)?.year ?? null
  const months = written.flatMap((each) => monthsOf({ ...each, year: each.year ?? other }))
  const dates = mentions.flatMap((mention) => dateOf(mention, today))
  const asked = [...dates, ...(months.length > 0 ? months : years.map(queryYear))]
  return [...new Map(asked.map((asked) => [JSON.stringify(asked), asked])).values()].slice(0, LIMIT)
}

const dateOf = ({ told, tense }: Mention, today: Day): readonly QueryDate[] => {
  if (told.kind === 'year' || told.kind === 'month' || told.kind === 'season') return []
  if (told.kind === 'day') return [...(told.or === undefined ? [] : [queryDay(told.or)]), queryDay(told.day)]
  if (told.kind === 'span') return [querySpan(told, told.around)]
  const span = resolved(told, { today, tense, otherwise: 'past' })
  return span ? [asOne(span)] : []
}

const asOne = (span: Span): QueryDate => (span.from === span.to ? queryDay(span.from) : querySpan(span))

const monthsOf = (told: Extract<DateMention, { kind: 'month' | 'season' }>): readonly QueryDate[] => {
  const { month, day, year } = told
  if (told.kind === 'month') {
    if (told.lastDay === null) return [{ month, day, year }]
    return year === null
      ? [
          { month, day, year },
          { month, day: told.lastDay, year },
        ]
      : [querySpan(spanIn(told, year))]
  }
  if (told.months === 1) return [{ month, day, year }]
  if (year !== null && told.months === 3 && month % 3 === 1) return [querySpan(spanIn(told, year))]
  return Array.from({ length: told.months }, (_, ahead) => ({ month: ((month + ahead - 1) % 12) + 1, day: null, year }))
}

/** Of a span that is named no more years are looked at. */
const MOST_YEARS = 12

/** How well a span meets what is asked, 0 to 1: the best date counts, by the share of the span within it. */
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

/** The days on which `spanScore` is above 0: ranges in order, none touching another. A date with its year may be of any time. */
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
