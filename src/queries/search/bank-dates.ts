import { type Span, spansOf } from '../../indexing/dates/day.js'
import { type DayRange, dayRanges, type Entry } from '../bank-index/bank.js'
import type { Columns } from '../bank-index/columns.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { namedRangesOf, rangesOf } from './query-analysis/date-score.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import { partOfDays, WEIGHTS } from './score.js'
import type { Query } from './search-index.js'

/** The date part of the scores of a bank's memories, by slot. */
type DateParts = {
  /** Whether one of the days that it names may be asked for; if not, its part is that of every memory of its day. */
  readonly isNamed: (slot: number) => boolean
  readonly of: (slot: number) => number
}

/**
 * Undefined where the query names no date. The exact score is worked out only for memories of a day on which it is above
 * 0, and once for those of one day, because it takes a quarter of a microsecond.
 */
export const datePartsOf = (
  { analysis, termStatistics: { days } }: Query,
  { bank: { columns, entries } }: VisibleBank,
): DateParts | undefined => {
  const { dates, timeAlone } = analysis
  if (dates.length === 0) return undefined
  const { day, namedFrom, namedTo } = columns
  const ranges = days && dayRanges(rangesOf(dates, days))
  const named = days ? dayRanges(namedRangesOf(dates, days)) : []
  const none = timeAlone ? WEIGHTS.otherTime : 0
  const exactly = exactPart(analysis)
  const isNamed = (slot: number): boolean => {
    const first = namedFrom[slot] ?? 0
    return first > 0 && isWithin(named, first, namedTo[slot] ?? 0)
  }
  return {
    isNamed,
    of: (slot) => {
      const on = day[slot] ?? 0
      const asked = isNamed(slot)
      if (!asked && ranges !== null && !(on > 0 && isWithin(ranges, on, on))) return none
      const entry = entries[slot]
      return exactly(on, { on: entry?.memory.occurred_on ?? null, named: asked ? daysNamed(entry) : NONE })
    },
  }
}

/** Adds the date part to the score of every memory. Those of one day stand together, and most name no day that is asked for. */
export const addDates = ({ isNamed, of }: DateParts, { day }: Columns, score: Float64Array): void => {
  let last = -1
  let part = 0
  for (let slot = 1; slot < score.length; slot++) {
    if (score[slot] === Number.NEGATIVE_INFINITY) continue
    const named = isNamed(slot)
    if (named || day[slot] !== last) {
      part = of(slot)
      last = named ? -1 : (day[slot] ?? 0)
    }
    score[slot] = (score[slot] ?? 0) + part
  }
}

const isWithin = (ranges: readonly DayRange[], first: number, last: number): boolean => {
  for (const range of ranges) if (range.first <= last && first <= range.last) return true
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
