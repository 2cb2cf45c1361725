/** Calendar arithmetic on days written YYYY-MM-DD, free of time zones. */
export type Day = string
export type Span = { readonly from: Day; readonly to: Day }

const DAY_MS = 86_400_000
const millis = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** The day, or undefined where the calendar has none (30 February) or the year is outside 1000–9999. */
export const dayFrom = (year: number, month: number, day: number): Day | undefined => {
  if (!(year >= 1000 && year <= 9999)) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? dayOf(date.getTime()) : undefined
}

/** Stops at the first or last day of the years 1000–9999. */
export const addDays = (day: Day, days: number): Day => {
  const ms = millis(day) + days * DAY_MS
  if (ms < millis('1000-01-01')) return '1000-01-01'
  return ms > millis('9999-12-31') ? '9999-12-31' : dayOf(ms)
}

/** 0 is Monday. */
export const weekday = (day: Day): number => (new Date(millis(day)).getUTCDay() + 6) % 7
export const yearOf = (day: Day): number => Number(day.slice(0, 4))
export const monthOf = (day: Day): number => Number(day.slice(5, 7))

/** A span of whole months. Month 0 is the December of the previous year, 13 the January of the next. */
export const monthSpan = (year: number, month: number, months = 1): Span => {
  const within = Math.min(Math.max(year * 12 + month - 1, 12_000), 119_999 - months)
  const first = new Date(Date.UTC(Math.floor(within / 12), within % 12, 1))
  const last = new Date(Date.UTC(Math.floor(within / 12), (within % 12) + months, 0))
  return { from: dayOf(first.getTime()), to: dayOf(last.getTime()) }
}
export const yearSpan = (year: number): Span => monthSpan(year, 1, 12)
const weekSpan = (day: Day): Span => {
  const monday = addDays(day, -weekday(day))
  return { from: monday, to: addDays(monday, 6) }
}
export const weekendSpan = (day: Day): Span => {
  const { to } = weekSpan(day)
  return { from: addDays(to, -1), to }
}

type Unit = 'day' | 'week' | 'weekend' | 'month' | 'year'

/** The whole unit `steps` away: the week two weeks ago is Monday to Sunday. */
export const unitAway = (unit: Unit, steps: number, today: Day): Span => {
  if (unit === 'day') return { from: addDays(today, steps), to: addDays(today, steps) }
  if (unit === 'week') return weekSpan(addDays(today, steps * 7))
  if (unit === 'weekend') return weekendSpan(addDays(today, steps * 7))
  return unit === 'month' ? monthSpan(yearOf(today), monthOf(today) + steps) : yearSpan(yearOf(today) + steps)
}

/** Months of a year that belong together: a month, a quarter, a season. */
type Run = { readonly month: number; readonly months: number }

/** Last is the run before the current or coming one, next is the one after. */
export const runAway = ({ month, months }: Run, steps: number, today: Day): Span => {
  const span = (year: number) => monthSpan(year, month, months)
  const year = yearOf(today)
  if (steps < 0) return span(span(year).to < today ? year + steps + 1 : year + steps)
  if (steps === 0) return span(year)
  return span(span(year).from > today ? year + steps - 1 : year + steps)
}

/** What can be counted from today. */
export type Counted = Unit | Run

/** In January and February the current winter is the one that began in the previous year. */
export const spanAway = (what: Counted, steps: number, today: Day): Span => {
  if (typeof what === 'string') return unitAway(what, steps, today)
  return runAway(what, steps <= 0 && runAway(what, -1, today).to >= today ? steps - 1 : steps, today)
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

/** The last day but one of the supported years: the exclusive end of a range up to it can still be written. */
const LAST = '9999-12-30'

/** The date spans in a memory's metadata. Other values under `dates` are ignored: `metadata` may hold anything. */
const spansIn = ({ dates }: Readonly<Record<string, unknown>>): readonly Span[] =>
  Array.isArray(dates) ? dates.flatMap(spanOf) : []

const spanOf = (date: unknown): readonly Span[] => {
  if (typeof date !== 'object' || date === null || !('from' in date) || !('to' in date)) return []
  const { from, to } = date
  return isDay(from) && isDay(to) && from <= to && to <= LAST ? [{ from, to }] : []
}

const isDay = (value: unknown): value is Day => {
  const [, year, month, day] = typeof value === 'string' ? (/^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []) : []
  return dayFrom(Number(year), Number(month), Number(day)) !== undefined
}

/** The days named in a memory's metadata, as a Postgres datemultirange literal. */
export const namedDays = (metadata: Readonly<Record<string, unknown>>): string =>
  `{${spansIn(metadata)
    .map(({ from, to }) => `[${from},${to}]`)
    .join()}}`

/** Parses the text form of a Postgres datemultirange. */
export const spansOf = (multirange: string): readonly Span[] =>
  [...multirange.matchAll(/\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)\)/g)].map(([, from = '', end = '']) => ({
    from,
    to: addDays(end, -1),
  }))
