import type { TheMonth, Told } from './date-mention.js'
import { dayFrom, monthSpan, type Span, yearOf, yearSpan } from './day.js'

/** The days of a month or of a part of it, in a year. A day that the year does not have is the last of its month. */
export const monthIn = (told: TheMonth, year: number): Span => {
  const month = monthSpan(year, told.month)
  if (told.day === null) return month
  const from = dayFrom(year, told.month, told.day) ?? month.to
  return { from, to: told.lastDay === null ? from : (dayFrom(year, told.month, told.lastDay) ?? month.to) }
}

/** The days that are told of whatever else is said; undefined where the year or more is left open. */
export const spanOf = (told: Told): Span | undefined => {
  switch (told.kind) {
    case 'day':
      return { from: told.day, to: told.day }
    case 'span':
      return { from: told.from, to: told.to }
    case 'year':
      return yearSpan(told.year)
    case 'month':
      return told.year === null ? undefined : monthIn(told, told.year)
    case 'season':
      return told.year === null ? undefined : seasonIn(told, told.year)
    default:
      return undefined
  }
}

export const seasonIn = (told: Extract<Told, { kind: 'season' }>, year: number): Span => {
  const day = told.day === null ? undefined : dayFrom(year, told.month, told.day)
  return day === undefined ? monthSpan(year, told.month, told.months) : { from: day, to: day }
}

/** A span from one to the other; the first may lack the year that the last one has. */
export const rangeOf = (first: Told, last: Told): Told | undefined => {
  const end = spanOf(last)
  if (end === undefined) return { kind: 'range', first, last }
  const start = spanOf(first) ?? lastBefore(first, end)
  return start && start.from <= end.to ? { kind: 'span', from: start.from, to: end.to, around: 0 } : undefined
}

/** "December to February 2024" began the year before. */
const lastBefore = (told: Told, end: Span): Span | undefined => {
  if (told.kind !== 'month' && told.kind !== 'season') return undefined
  const within = (year: number) => spanOf({ ...told, year })
  const same = within(yearOf(end.to))
  return same && same.from <= end.to ? same : within(yearOf(end.to) - 1)
}
