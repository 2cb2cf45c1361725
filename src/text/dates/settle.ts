import { lastWeekday, weekdayAway, weekdayOf } from './counted.js'
import { type DateMention, monthIn, nthIn, seasonIn, spanOf } from './date-mention.js'
import { addDays, type Day, dayFrom, monthOf, monthSpan, type Span, weekday, weekendSpan, yearOf } from './day.js'
import type { Tense } from './tense.js'

export type Context = {
  readonly today: Day
  readonly tense: Tense | undefined
  /**
   * The tense assumed for a weekday or a weekend where the text shows none: past for queries, future for statements.
   */
  readonly otherwise: Tense
}

/** The days that are meant. For recurring days the tense selects the last or the next one. */
export const settled = (told: DateMention, context: Context): Span | undefined => {
  const { today, tense, otherwise } = context
  switch (told.kind) {
    case 'weekday':
      if (tense === undefined && otherwise === 'past' && !told.this) return single(lastWeekday(told.weekday, today))
      return single(weekdayBy(told, today, tense))
    case 'weekend':
      return weekendBy(today, tense ?? otherwise)
    case 'month':
      return spanOf(told) ?? among(context, (year) => monthIn(told, year))
    case 'season':
      return spanOf(told) ?? among(context, (year) => seasonIn(told, year))
    case 'nth':
      return spanOf(told) ?? among(context, (year) => nthIn(told, year))
    case 'date':
      return dateBy(told, context)
    case 'range':
      return rangeBy(told.first, told.last, context)
    default:
      return spanOf(told)
  }
}

const single = (day: Day): Span => ({ from: day, to: day })

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
  const fitting = spans.filter(({ from, to }) =>
    tense === undefined ? true : tense === 'past' ? from <= today : to >= today,
  )
  const distance = ({ from, to }: Span) =>
    to < today ? daysBetween(to, today) : AHEAD * Math.max(0, daysBetween(today, from))
  const [nearest] = (fitting.length > 0 ? fitting : spans).toSorted((a, b) => distance(a) - distance(b))
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
  const fitting = near.filter(({ from }) => wanted === undefined || weekday(from) === wanted)
  return near.length === 0 ? undefined : choose(fitting.length > 0 ? fitting : near, today, tense)
}

/** A range ends with the first matching day after its start. */
const rangeBy = (first: DateMention, last: DateMention, context: Context): Span | undefined => {
  const start = settled(first, context)
  if (start === undefined) return undefined
  const end = spanOf(last) ?? settled(last, { today: start.from, tense: 'future', otherwise: 'future' })
  return end && end.to >= start.from ? { from: start.from, to: end.to } : undefined
}
