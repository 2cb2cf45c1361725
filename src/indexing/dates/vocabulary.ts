import { type Counted, SEASONS } from './counted.js'
import { folded } from './pattern.js'

/**
 * The words for dates in one language. Each entry is part of a pattern: alternatives joined by `|`, in lower case, with
 * accents.
 */
export type DayWords = {
  /** January first, separated by commas. */
  readonly months: string
  /** Months that have another meaning: read only next to a number or after one of `near`. */
  readonly doubtful?: string
  readonly near?: string
  /** Abbreviated months in order, separated by commas: read only next to a day or a year. */
  readonly short?: string
  /** The same for a season with another meaning. */
  readonly nearSeason?: string
  /** Words allowed between day and month, or month and year. */
  readonly link?: string
  /** Monday first, separated by commas. */
  readonly weekdays: string
  /** Their abbreviations, in the same order. */
  readonly shortWeekdays?: string
  /** Weekdays that have another meaning: read only after one of `on`. */
  readonly doubtfulWeekdays?: string
  /** Spring, summer, autumn, winter. */
  readonly seasons: readonly [string, string, string, string]
  /** Month, and day where the holiday has a fixed one. */
  readonly feasts: readonly (readonly [name: string, month: number, day: number | null])[]
  /** Single days by their distance from today. */
  readonly days: readonly (readonly [name: string, away: number])[]
  readonly units: Readonly<Record<'day' | 'week' | 'weekend' | 'month' | 'year', string>>
  /** Words for last, this and next, before and after the unit. */
  readonly before: readonly (readonly [words: string, step: number])[]
  readonly after: readonly (readonly [words: string, step: number])[]
  /** "The last" before or after a number of units: up to today. */
  readonly lately: string
  /** The same without a number. */
  readonly rolling?: string
  /** Words before a weekday that make it a particular one; omitted in languages that need none. */
  readonly on?: string
  /** Words before which "next" means the day in the next week, not the nearest one. */
  readonly ofNextWeek?: string
  /** One to twelve, separated by commas. */
  readonly numbers: string
  readonly few: string
  /** Words around a number of units in the past. */
  readonly ago: { readonly before?: string; readonly after?: string }
  /** The range meant where no number is written ("weeks ago"); default: a few. */
  readonly unnumbered?: readonly [number, number]
  /** Words before a number of units in the future. */
  readonly ahead: string
}

/** Words around days, and words for counted units other than days; same form as above. */
export type Ties = {
  /** A word that makes a weekday recurring. */
  readonly every?: string
  /** "At the weekend", as a whole pattern. */
  readonly onWeekend?: string
  /** Words between the two ends of a span, and between the ends of one opened by "between". */
  readonly to: string
  readonly between: string
  readonly and: string
  /** First to fourth, separated by commas, and the units they count. */
  readonly ordinals: string
  readonly quarter: string
  /** The 15th, as a whole pattern with the group `date`. */
  readonly theDay?: string
  /** Words before a year that make it a date. */
  readonly beforeYear: string
  /** Words before a two-digit decade: the 90s. */
  readonly beforeDecade?: string
  /** Words that make the following round number a decade: años 90. */
  readonly decadeOf?: string
  /** Words after a number of units in the future. */
  readonly fromNow?: string
  /** Words between a number of weeks and the day from which they count. */
  readonly from?: string
}

export type Vocabulary = DayWords & Ties

/** The entries of a list; each is part of a pattern. */
export const entriesOf = (list: string): readonly string[] => list.split(', ')

export const FEW = [2, 5] as const

/** The meaning of a written word, or undefined. */
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
  /** A weekday that has another meaning. */
  readonly doubtfulWeekday: Meaning<true>
  /** An abbreviated month. */
  readonly short: Meaning<true>
  /** Words that open a span with "and" between its ends. */
  readonly opens: Meaning<true>
  readonly quarter: Meaning<number>
  readonly isQuarter: (word: string) => boolean
  /** "Next" before a weekday in the next week. */
  readonly nextWeek: Meaning<true>
}

const seasonMonths = Object.values(SEASONS)

/** Compiles the look-up of single words in one language. */
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
