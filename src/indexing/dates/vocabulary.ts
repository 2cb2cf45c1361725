import { type Counted, SEASONS } from './counted.js'
import { folded } from './pattern.js'

/**
 * How a language speaks of days. Each entry is a part of a pattern: alternatives joined by `|`, in lower case, with
 * accents.
 */
export type DayWords = {
  /** January first, parted by commas. */
  readonly months: string
  /** Months that mean something else too: read beside a number or behind one of `near` only. */
  readonly doubtful?: string
  readonly near?: string
  /** Abbreviations of the months in their order, parted by commas: read beside a day or a year only. */
  readonly short?: string
  /** The same for a season that means something else too. */
  readonly nearSeason?: string
  /** What may stand between day and month, or month and year. */
  readonly link?: string
  /** Monday first, parted by commas. */
  readonly weekdays: string
  /** Their abbreviations, in the same order. */
  readonly shortWeekdays?: string
  /** Weekdays that mean something else too: read behind one of `on` only. */
  readonly doubtfulWeekdays?: string
  /** Spring, summer, autumn, winter. */
  readonly seasons: readonly [string, string, string, string]
  /** Month, and day where the feast has one worth telling. */
  readonly feasts: readonly (readonly [name: string, month: number, day: number | null])[]
  /** Single days by their distance from today. */
  readonly days: readonly (readonly [name: string, away: number])[]
  readonly units: Readonly<Record<'day' | 'week' | 'weekend' | 'month' | 'year', string>>
  /** Last, this, next before what they count, and behind it. */
  readonly before: readonly (readonly [words: string, step: number])[]
  readonly after: readonly (readonly [words: string, step: number])[]
  /** "The last" before or behind a number of units: up to today. */
  readonly lately: string
  /** The same without a number. */
  readonly rolling?: string
  /** What stands before a weekday that is a certain one; a language without it needs nothing there. */
  readonly on?: string
  /** The words before which "next" means the one of next week, not the nearest. */
  readonly ofNextWeek?: string
  /** One to twelve, parted by commas. */
  readonly numbers: string
  readonly few: string
  /** What stands around a number of units that have gone by. */
  readonly ago: { readonly before?: string; readonly after?: string }
  /** How many are meant where no number is written ("weeks ago"), a few unless told. */
  readonly unnumbered?: readonly [number, number]
  /** What stands before a number of units to come. */
  readonly ahead: string
}

/** What may stand around days, and what counts what is no day; written in the same way. */
export type Ties = {
  /** What before a weekday makes it any such day. */
  readonly every?: string
  /** "At the weekend", as a whole. */
  readonly onWeekend?: string
  /** Between the two ends of a span, and between those of one that "between" has opened. */
  readonly to: string
  readonly between: string
  readonly and: string
  /** First to fourth, parted by commas, and what they count here. */
  readonly ordinals: string
  readonly quarter: string
  /** The 15th, as a whole pattern with the group `date`. */
  readonly theDay?: string
  /** What stands before a year that is told as a date. */
  readonly beforeYear: string
  /** What stands before a decade of two digits and an ending: the 90s. */
  readonly beforeDecade?: string
  /** What makes a decade of a round year or number behind it: años 90. */
  readonly decadeOf?: string
  /** What stands behind a number of units to come. */
  readonly fromNow?: string
}

export type Vocabulary = DayWords & Ties

/** The entries of a list, each a part of a pattern. */
export const entriesOf = (list: string): readonly string[] => list.split(', ')

export const FEW = [2, 5] as const

/** What a written word means, or undefined. */
type Meaning<T> = (word: string) => T | undefined

const meaning = <T>(entries: readonly (readonly [words: string, meant: T])[]): Meaning<T> => {
  const known = entries
    .filter(([words]) => words !== '')
    .map(([words, meant]) => ({ whole: new RegExp(`^(?:${folded(words)})$`, 'i'), meant }))
  return (word) => known.find(({ whole }) => whole.test(word))?.meant
}

const numbered = (list: string) => entriesOf(list).map((words, index) => [words, index] as const)

export type Words = {
  readonly month: Meaning<number>
  readonly weekday: Meaning<number>
  readonly season: Meaning<number>
  readonly feast: Meaning<{ readonly month: number; readonly day: number | null }>
  readonly day: Meaning<number>
  readonly counted: Meaning<Counted>
  readonly step: Meaning<number>
  readonly count: Meaning<readonly [number, number]>
  readonly doubtful: Meaning<true>
  /** A weekday that may be another word. */
  readonly doubtfulWeekday: Meaning<true>
  /** An abbreviated month. */
  readonly short: Meaning<true>
  /** What opens a span that "and" goes on with. */
  readonly opens: Meaning<true>
  readonly quarter: Meaning<number>
  readonly isQuarter: (word: string) => boolean
  /** "Next" before a weekday of next week. */
  readonly nextWeek: Meaning<true>
}

const seasonMonths = Object.values(SEASONS)

/** Reads single words in one language. */
export const wordsIn = (v: Vocabulary): Words => {
  const seasons = v.seasons.map((words, index) => [words, seasonMonths[index] ?? 1] as const)
  const units: readonly (readonly [string, Counted])[] = [
    [v.units.day, 'day'],
    [v.units.week, 'week'],
    [v.units.weekend, 'weekend'],
    [v.units.month, 'month'],
    [v.units.year, 'year'],
    ...seasons.map(([words, month]) => [words, { month, months: 3 }] as const),
  ]
  const shorts = numbered(v.short ?? '').map(([words, index]) => [words, index + 1] as const)
  const months = [...numbered(v.months).map(([words, index]) => [words, index + 1] as const), ...shorts]
  const spelled = meaning(numbered(v.months))
  const month = meaning(months)
  const isQuarter = meaning([[v.quarter, true as const]])
  const weekday = meaning(numbered(v.weekdays))
  const shortWeekday = meaning(numbered(v.shortWeekdays ?? ''))
  const spelt = meaning([
    [v.few, FEW] as const,
    ...numbered(v.numbers).map(([words, index]) => [words, [index + 1, index + 1] as const] as const),
  ])
  return {
    month: (word) => month(word.replace(/\.$/, '')),
    weekday: (word) => weekday(word) ?? shortWeekday(word),
    season: meaning(seasons),
    feast: meaning(v.feasts.map(([words, month, day]) => [words, { month, day }] as const)),
    day: meaning(v.days),
    counted: meaning(units),
    step: meaning([...v.before, ...v.after]),
    count: (word) => (/^\d+$/.test(word) ? [Number(word), Number(word)] : spelt(word)),
    doubtful: meaning([[v.doubtful ?? '', true]]),
    doubtfulWeekday: meaning([[v.doubtfulWeekdays ?? '', true]]),
    short: (word) => (spelled(word) === undefined ? true : undefined),
    isQuarter: (word) => isQuarter(word) === true,
    nextWeek: meaning([[v.ofNextWeek ?? '', true]]),
    opens: meaning([[v.between, true]]),
    quarter: meaning(numbered(v.ordinals).map(([words, index]) => [words, index + 1] as const)),
  }
}
