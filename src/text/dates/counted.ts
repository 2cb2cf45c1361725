import type { DateMention } from './date-mention.js'
import {
  addDays,
  type Day,
  monthOf,
  monthSpan,
  type Span,
  weekday,
  weekendSpan,
  weekSpan,
  yearOf,
  yearSpan,
} from './day.js'

type Unit = 'day' | 'week' | 'weekend' | 'month' | 'year'

/** First month of each season in the northern hemisphere. */
export const SEASONS = { spring: 3, summer: 6, autumn: 9, winter: 12 } as const

/** The whole unit `steps` away: the week two weeks ago is Monday to Sunday. */
export const unitAway = (unit: Unit, steps: number, today: Day): Span => {
  if (unit === 'day') return { from: addDays(today, steps), to: addDays(today, steps) }
  if (unit === 'week') return weekSpan(addDays(today, steps * 7))
  if (unit === 'weekend') return weekendSpan(addDays(today, steps * 7))
  return unit === 'month' ? monthSpan(yearOf(today), monthOf(today) + steps) : yearSpan(yearOf(today) + steps)
}

/** From the unit `first` steps away to the unit `last` steps away, in either order. */
export const unitsAway = (unit: Unit, [first, last]: readonly [number, number], today: Day): Span => ({
  from: unitAway(unit, Math.min(first, last), today).from,
  to: unitAway(unit, Math.max(first, last), today).to,
})

/** A run of months that starts at `month`. Last is the run before the current or coming one, next is the one after. */
export const monthsAway = (
  { month, months }: { readonly month: number; readonly months: number },
  steps: number,
  today: Day,
): Span => {
  const span = (year: number) => monthSpan(year, month, months)
  const year = yearOf(today)
  if (steps < 0) return span(span(year).to < today ? year + steps + 1 : year + steps)
  if (steps === 0) return span(year)
  return span(span(year).from > today ? year + steps - 1 : year + steps)
}

/** What can be counted from today: a unit of the calendar, or a run of months (a season, a month). */
export type Counted = Unit | { readonly month: number; readonly months: number }

/** Larger counts are not read as dates. */
const MOST = 200

const span = ({ from, to }: Span, around = 0): readonly DateMention[] => [{ kind: 'span', from, to, around }]
const day = (meant: Day): readonly DateMention[] => [{ kind: 'day', day: meant }]

/** Tolerance in days on either side: people count days and weeks only roughly. */
const around = (what: Counted): number => (what === 'day' ? 2 : what === 'week' || what === 'weekend' ? 1 : 0)

/** In January and February the current winter is the one that began in the previous year. */
const runAway = (run: Exclude<Counted, Unit>, steps: number, today: Day): Span =>
  monthsAway(run, steps <= 0 && monthsAway(run, -1, today).to >= today ? steps - 1 : steps, today)

/** The unit or run `steps` away from today: last week is -1. */
export const away = (what: Counted, steps: number, today: Day): readonly DateMention[] => {
  if (Math.abs(steps) > MOST) return []
  if (what === 'day') return day(addDays(today, steps))
  if (what === 'year') return [{ kind: 'year', year: yearOf(today) + steps, firm: true }]
  return span(typeof what === 'string' ? unitAway(what, steps, today) : runAway(what, steps, today), around(what))
}

/** The span from `low` to `high` steps away. */
export const awayBetween = (
  what: Counted,
  [low, high]: readonly [number, number],
  today: Day,
): readonly DateMention[] => {
  if (low === high) return away(what, low, today)
  if (typeof what === 'string') return span(unitsAway(what, [low, high], today), around(what))
  const [first, last] = [Math.min(low, high), Math.max(low, high)]
  return span({ from: runAway(what, first, today).from, to: runAway(what, last, today).to })
}

/** The last `count` units, up to today. */
export const upToToday = (what: Counted, count: number, today: Day): readonly DateMention[] => {
  if (typeof what !== 'string') return awayBetween(what, [-count, -1], today)
  if (count > MOST) return []
  return span({ from: unitAway(what, -count, today).from, to: today }, Math.min(around(what), 1))
}

/** The nearest day with this weekday before or after today. 0 is Monday. */
export const weekdayAway = (wanted: number, steps: number, today: Day): Day => {
  const now = weekday(today)
  const back = ((now - wanted + 6) % 7) + 1
  const ahead = ((wanted - now + 6) % 7) + 1
  return addDays(today, steps < 0 ? -back : ahead)
}

/** The day with this weekday in the week `weeks` away. */
export const weekdayOf = (wanted: number, weeks: number, today: Day): Day =>
  addDays(weekSpan(today).from, 7 * weeks + wanted)

/** The latest day with this weekday, today included. */
export const lastWeekday = (wanted: number, today: Day): Day => addDays(today, -((weekday(today) - wanted + 7) % 7))
