import type { z } from 'zod'
import type { dateWords } from '../date-words.js'
import { type Counted, SEASONS } from './counted.js'
import { folded } from './pattern.js'

export type Vocabulary = z.infer<typeof dateWords>

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
