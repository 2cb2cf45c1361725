import { addDays, type Day, dayFrom, type Span } from './day.js'

/** The calendar's last day but one: what ends there ends before a day that can still be written. */
const LAST = '9999-12-30'

/** The dates that a memory's metadata name, as far as they are dates: `metadata` may hold anything there. */
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

/** The days that a memory's metadata name, as Postgres reads a datemultirange. */
export const namedDays = (metadata: Readonly<Record<string, unknown>>): string =>
  `{${spansIn(metadata)
    .map(({ from, to }) => `[${from},${to}]`)
    .join()}}`

/** The spans of a datemultirange as Postgres writes it. */
export const spansOf = (multirange: string): readonly Span[] =>
  [...multirange.matchAll(/\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)\)/g)].map(([, from = '', end = '']) => ({
    from,
    to: addDays(end, -1),
  }))
