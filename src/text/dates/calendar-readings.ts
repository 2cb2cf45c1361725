import type { DateMention, Groups } from './date-mention.js'
import { dayFrom, monthSpan, yearSpan } from './day.js'
import { monthNumber, type Read } from './vocabulary.js'

const years: Read = ({ first, last }) => {
  const [from, to] = [Number(first), Number(last)]
  return from < to ? [{ kind: 'span', from: yearSpan(from).from, to: yearSpan(to).to, around: 0 }] : []
}

const quarter: Read = ({ year, number, ordinal }, _, words) => {
  const month = 3 * Number(number ?? words.quarter(ordinal)) - 2
  return year === undefined
    ? [{ kind: 'season', month, months: 3, day: null, year: null, firm: true }]
    : [{ kind: 'span', ...monthSpan(Number(year), month, 3), around: 0 }]
}

const decade: Read = ({ decade: written = '' }) => {
  const first = written.length > 2 ? Number(written) : 1900 + Number(written)
  return [{ kind: 'span', from: yearSpan(first).from, to: yearSpan(first + 9).to, around: 0 }]
}

const yearIn = (written: string | undefined): number | null => {
  if (written === undefined) return null
  if (/^\d/.test(written)) return Number(written)
  const short = Number(written.slice(1))
  return short + (short < 70 ? 2000 : 1900)
}

/** The 3rd, or the 3rd to 5th, before or after the month. */
const month: Read = (groups, _, words) => {
  const { month: name = '', near: preposition, year, from, and, until } = groups
  const number = groups.day ?? groups.after
  const evident = preposition !== undefined || number !== undefined || year !== undefined
  const named = words.month(name)
  if (named === undefined || (!evident && words.doubtful(name))) return []
  if (number === undefined && year === undefined && words.isShort(name)) return []
  // A leap year has every day that any year has.
  const inMonth = (written: string | undefined) =>
    written !== undefined && dayFrom(2000, named, Number(written)) ? Number(written) : null
  const told = { kind: 'month', month: named, year: yearIn(year), firm: evident } as const
  const single = (day: number | null): DateMention => ({ ...told, day, lastDay: null })
  const [first, last] = until === undefined ? [inMonth(from), inMonth(number)] : [inMonth(number), inMonth(until)]
  if (first === null || last === null || first >= last) return [single(last ?? first)]
  // "3 and 5 May" are two days, "between 3 and 5 May" is a span.
  if (and !== undefined && !words.opens(preposition)) return [single(first), single(last)]
  return [{ ...told, day: first, lastDay: last }]
}

const season: Read = ({ season: name, near: preposition, year }, _, words) => {
  const first = words.season(name)
  if (first === undefined) return []
  const firm = preposition !== undefined || year !== undefined
  if (!firm && words.doubtful(name)) return []
  return [{ kind: 'season', month: first, months: 3, day: null, year: yearIn(year), firm }]
}

const feast: Read = ({ feast: name, year }, _, words) => {
  const found = words.feast(name)
  return found ? [{ kind: 'season', ...found, months: 1, year: yearIn(year), firm: false }] : []
}

const isDate = (written: string | undefined): boolean => Number(written) >= 1 && Number(written) <= 31

/** The 10th, Tuesday the 10th. */
const date: Read = ({ weekday: name, date: written, other = written }, _, words) => {
  if (!isDate(other)) return []
  const told = { kind: 'date', date: Number(other) } as const
  const weekday = words.weekday(name)
  if (name === undefined) return [told]
  return weekday === undefined ? [] : [{ ...told, weekday }]
}

/** From the 14th to the 17th. */
const dates: Read = ({ date: first, last }) =>
  isDate(first) && isDate(last) && Number(first) < Number(last)
    ? [{ kind: 'range', first: { kind: 'date', date: Number(first) }, last: { kind: 'date', date: Number(last) } }]
    : []

const weekday: Read = ({ every, on, weekday: name }, _, words) => {
  const found = words.weekday(name)
  if (found === undefined || every !== undefined) return []
  if (on === undefined && words.doubtfulWeekday(name)) return []
  return [{ kind: 'weekday', weekday: found, this: false, firm: on !== undefined || words.isWeekdayFirm }]
}

const dayIn = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): readonly DateMention[] => {
  const full = year?.length === 2 ? 2000 + Number(year) : Number(year)
  const found = dayFrom(full, Number(month), Number(day))
  return found === undefined ? [] : [{ kind: 'day', day: found }]
}
const dayMonthYear = ({ first, second, year }: Groups) => dayIn(year, second, first)
const monthDayYear = ({ first, second, year }: Groups) => dayIn(year, first, second)

const firstOf = (one: readonly DateMention[], other: readonly DateMention[]) => (one.length > 0 ? one : other)

/** 05/07/2024 is 5 July or 7 May. */
const eitherFirst: Read = (groups) => {
  const [[one], [other]] = [dayMonthYear(groups), monthDayYear(groups)]
  if (one?.kind !== 'day' || other?.kind !== 'day') return [one ?? other].filter((told) => told !== undefined)
  return [one.day === other.day ? one : { ...one, or: other.day }]
}

const monthOfYear: Read = ({ year, month }) =>
  Number(month) >= 1 && Number(month) <= 12
    ? [{ kind: 'month', month: Number(month), day: null, lastDay: null, year: Number(year), firm: true }]
    : []

const dayAndMonth = ({ first, second }: Groups): readonly DateMention[] => {
  const [day, month] = [Number(first), Number(second)]
  if (dayFrom(2000, month, day) === undefined) return []
  return [{ kind: 'month', month, day, lastDay: null, year: null, firm: true }]
}

/** In 12/24 only one number can be the month. */
const evidentDay = ({ first, second }: Groups): readonly DateMention[] =>
  Number(first) > 12 || Number(second) > 12
    ? firstOf(dayAndMonth({ first, second }), dayAndMonth({ first: second, second: first }))
    : []

/** What the forms of dates in the calendar mean, in words and in digits. */
export const calendarReadings: Readonly<Record<string, Read>> = {
  years,
  quarter,
  decade,
  year: ({ near, year }) => [{ kind: 'year', year: Number(year), firm: near !== undefined }],
  month,
  season,
  feast,
  date,
  dates,
  weekday,
  weekend: () => [{ kind: 'weekend' }],
  inOrder: ({ year, name, month = `${monthNumber(name)}`, day }) => dayIn(year, month, day),
  dayFirst: (groups) => firstOf(dayMonthYear(groups), monthDayYear(groups)),
  dayMonthYear,
  eitherFirst,
  monthOfYear,
  dayAndMonth,
  evidentDay,
  eitherDayAndMonth: (groups) => firstOf(dayAndMonth(groups), evidentDay(groups)),
}
