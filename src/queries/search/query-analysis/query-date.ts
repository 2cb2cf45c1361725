import { addDays, type Day, dayFrom, monthSpan, type Span, yearSpan } from '../../../indexing/dates/day.js'

/** A month, of any year if none is named, with its day where one is; or a stretch of days and what lying in it is worth. */
export type AskedDate =
  | { readonly month: number; readonly day: number | null; readonly year: number | null }
  | (Span & { readonly worth: number })

export type Stretch = Span & { readonly worth: number }

/** How far from an asked day a memory may lie: people tell of a day a little later. */
const NEAR_DAYS = 2
const SAME_MONTH = 0.3
/** A year says little, and so does any stretch of more than half of one. */
const LONG = 0.5
const HALF_YEAR_DAYS = 184

/** A day of the calendar, asked for. */
export const askedDay = (day: Day): AskedDate => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, day: date }
}

/** A span asked for as a whole, `around` days wider on either side. */
export const askedSpan = ({ from, to }: Span, around = 0): AskedDate => ({
  from: addDays(from, -around),
  to: addDays(to, around),
  worth: to > addDays(from, HALF_YEAR_DAYS) ? LONG : 1,
})

export const askedYear = (year: number): AskedDate => askedSpan(yearSpan(year))

/** The days asked for in one year. A day that the year does not have is the last of its month. */
export const stretchesIn = (asked: AskedDate, year: number): readonly Stretch[] => {
  if ('worth' in asked) return [asked]
  if (asked.year !== null && asked.year !== year) return []
  const month = monthSpan(year, asked.month)
  if (asked.day === null) return [{ ...month, worth: 1 }]
  const day = dayFrom(year, asked.month, asked.day) ?? month.to
  return [
    { from: addDays(day, -NEAR_DAYS), to: addDays(day, NEAR_DAYS), worth: 1 },
    { ...month, worth: SAME_MONTH },
  ]
}
