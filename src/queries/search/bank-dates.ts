import { type Span, spansOf } from '../../indexing/dates/day.js'
import { type DayRange, dayNumber, dayRanges, type Entry, NAMES_DAYS } from '../bank-index/bank.js'
import type { Columns } from '../bank-index/columns.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { namedRangesOf, rangesOf, spanScore } from './query-analysis/date-score.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import { WEIGHTS } from './score.js'
import type { Query } from './search-index.js'

type DateScoring = {
  readonly columns: Columns
  /** The days on which the date part of a score is above 0: of those it happened on; null where all may be. */
  readonly ranges: readonly DayRange[] | null
  /** Of those it names. */
  readonly named: readonly DayRange[]
  readonly exactly: (slot: number) => number
  readonly entries: VisibleBank['bank']['entries']
}

/**
 * What the date part of scores is made of; undefined where the query names no date. The exact part is worked out only for
 * memories of a day on which it is above 0, because it takes microseconds.
 */
export const dateScoringOf = (
  { analysis, termStatistics: { days } }: Query,
  { bank: { columns, entries } }: VisibleBank,
): DateScoring | undefined => {
  const { dates } = analysis
  if (dates.length === 0) return undefined
  return {
    columns,
    entries,
    ranges: days && dayRanges(rangesOf(dates, days)),
    named: days ? dayRanges(namedRangesOf(dates, days)) : [],
    exactly: exactPart(analysis, entries),
  }
}

/** Adds the date part to the scores of these memories. */
export const addDates = (scoring: DateScoring, slots: Int32Array, score: Float64Array): void => {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    score[slot] = (score[slot] ?? 0) + datePartOf(scoring, slot)
  }
}

/** The date part of a memory's score. */
export const datePartOf = (scoring: DateScoring, slot: number): number =>
  isOfDates(scoring, slot) ? scoring.exactly(slot) : 0

const isOfDates = (scoring: DateScoring, slot: number): boolean => {
  const { columns, ranges, named } = scoring
  const { day, flags, firstNamed, lastNamed } = columns
  const on = day[slot] ?? 0
  if (ranges === null || (on > 0 && isWithin(ranges, on, on))) return true
  if (((flags[slot] ?? 0) & NAMES_DAYS) === 0) return false
  if (firstNamed[slot] === 0) noteDaysNamed(scoring, slot)
  return isWithin(named, firstNamed[slot] ?? 0, lastNamed[slot] ?? 0)
}

const noteDaysNamed = ({ columns, entries }: DateScoring, slot: number): void => {
  const days = daysNamed(entries[slot])
  columns.firstNamed[slot] = Math.min(...days.map(({ first }) => first))
  columns.lastNamed[slot] = Math.max(...days.map(({ last }) => last))
}

/** Whether one of the ranges, which are in order, has a day of these. */
const isWithin = (ranges: readonly DayRange[], first: number, last: number): boolean => {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.last ?? 0) < first) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.first ?? Number.POSITIVE_INFINITY) <= last
}

/** Thousands of memories name the same few hundred spans. */
const exactPart = (analysis: QueryAnalysis, entries: VisibleBank['bank']['entries']) => {
  const scores = new Map<number, number>()
  const scoreOf = (span: Span, key: number): number => {
    const known = scores.get(key) ?? spanScore(analysis.dates, span)
    scores.set(key, known)
    return known
  }
  return (slot: number): number => {
    const entry = entries[slot]
    const on = entry?.memory.occurred_on ?? null
    let best = on === null ? 0 : scoreOf({ from: on, to: on }, dayNumber(on))
    for (const range of daysNamed(entry)) best = Math.max(best, scoreOf(range, range.first * DAYS + range.last))
    return WEIGHTS.date * best
  }
}

/** More than any day is as a number. */
const DAYS = 100_000_000

/** Most memories name no day. */
const NONE: readonly DayRange[] = []

/** Read from its text once, when a query first asks for days. */
export const daysNamed = (entry: Entry | undefined): readonly DayRange[] => {
  if (entry === undefined) return NONE
  entry.named ??= entry.memory.named_days === '{}' ? NONE : dayRanges(spansOf(entry.memory.named_days))
  return entry.named
}
