import { type Span, spansOf } from '../../indexing/dates/day.js'
import { type DayRange, dayRanges, type Entry, NAMES_DAYS } from '../bank-index/bank.js'
import type { Columns } from '../bank-index/columns.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { namedRangesOf, rangesOf } from './query-analysis/date-score.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import { partOfDays, WEIGHTS } from './score.js'
import type { Query } from './search-index.js'

/**
 * The date part of a memory's score; undefined where the query names no date. The exact score is worked out only for
 * memories of a day on which it is above 0, and once for those of one day that name no other, because it takes
 * microseconds.
 */
export const dateOf = (
  { analysis, termStatistics: { days } }: Query,
  { bank: { columns, entries } }: VisibleBank,
): ((slot: number) => number) | undefined => {
  const { dates, timeAlone } = analysis
  if (dates.length === 0) return undefined
  const ranges = days && dayRanges(rangesOf(dates, days))
  const named = days ? dayRanges(namedRangesOf(dates, days)) : []
  const none = timeAlone ? WEIGHTS.otherTime : 0
  const exactly = exactPart(analysis)
  return (slot) => {
    const day = columns.day[slot] ?? 0
    const spans = ((columns.flags[slot] ?? 0) & NAMES_DAYS) === 0 ? NONE : daysNamed(entries[slot])
    const isOf = ranges === null || (day > 0 && isWithin(ranges, day, day)) || areWithin(named, spans)
    return isOf ? exactly(day, { on: entries[slot]?.memory.occurred_on ?? null, named: spans }) : none
  }
}

/** Adds the date part to the score of every memory. Those of one day stand together, and most name no other day. */
export const addDates = (date: (slot: number) => number, { day, flags }: Columns, score: Float64Array): void => {
  let last = -1
  let part = 0
  for (let slot = 1; slot < score.length; slot++) {
    if (score[slot] === Number.NEGATIVE_INFINITY) continue
    const isPlain = ((flags[slot] ?? 0) & NAMES_DAYS) === 0
    if (!isPlain || day[slot] !== last) {
      part = date(slot)
      last = isPlain ? (day[slot] ?? 0) : -1
    }
    score[slot] = (score[slot] ?? 0) + part
  }
}

const isWithin = (ranges: readonly DayRange[], first: number, last: number): boolean => {
  for (const range of ranges) if (range.first <= last && first <= range.last) return true
  return false
}

const areWithin = (ranges: readonly DayRange[], spans: readonly DayRange[]): boolean => {
  for (const { first, last } of spans) if (isWithin(ranges, first, last)) return true
  return false
}

type DaysOf = { readonly on: string | null; readonly named: readonly Span[] }

const exactPart = (analysis: QueryAnalysis) => {
  const ofDay = new Map<number, number>()
  return (day: number, { on, named }: DaysOf): number => {
    if (named.length > 0) return partOfDays(analysis, on, named)
    const part = ofDay.get(day) ?? partOfDays(analysis, on, named)
    ofDay.set(day, part)
    return part
  }
}

/** Most memories name no day. */
const NONE: readonly DayRange[] = []

/** Read from its text once, when a query first asks for days. */
export const daysNamed = (entry: Entry | undefined): readonly DayRange[] => {
  if (entry === undefined) return NONE
  entry.named ??= entry.memory.named_days === '{}' ? NONE : dayRanges(spansOf(entry.memory.named_days))
  return entry.named
}
