import { addDays, type Day, monthOf, monthSpan, type Span, weekendSpan, weekSpan, yearOf, yearSpan } from './day.js'

export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'year'

/** First month of each season, as the northern half of the world counts them. */
export const SEASONS = { spring: 3, summer: 6, autumn: 9, winter: 12 } as const

/** The unit that lies `steps` away, as a whole: the week two weeks ago is Monday to Sunday. */
export const unitAway = (unit: Unit, steps: number, today: Day): Span => {
  if (unit === 'day') return { from: addDays(today, steps), to: addDays(today, steps) }
  if (unit === 'week') return weekSpan(addDays(today, steps * 7))
  if (unit === 'weekend') return weekendSpan(addDays(today, steps * 7))
  return unit === 'month' ? monthSpan(yearOf(today), monthOf(today) + steps) : yearSpan(yearOf(today) + steps)
}

/** From the unit `first` steps away to the one `last` steps away, whichever of the two is earlier. */
export const unitsAway = (unit: Unit, [first, last]: readonly [number, number], today: Day): Span => ({
  from: unitAway(unit, Math.min(first, last), today).from,
  to: unitAway(unit, Math.max(first, last), today).to,
})

/** The months of this year from `month` on; last is the one before the present or coming one, next the one after. */
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
