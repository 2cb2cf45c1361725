import { quantiles } from '../../bench/measure.js'

/** Where the gold turns of one question came to stand, from 1; null: not among the results. */
export type Ranks = readonly (number | null)[]

const within = (k: number) => (rank: number | null) => rank !== null && rank <= k

/** At least one gold turn is among the first k: 1, else 0. */
export const anyAt = (k: number, ranks: Ranks): number => (ranks.some(within(k)) ? 1 : 0)

/** All gold turns are among the first k: 1, else 0. A question without gold turns has no answer to count. */
export const allAt = (k: number, ranks: Ranks): number => (ranks.length > 0 && ranks.every(within(k)) ? 1 : 0)

/** Of no numbers 0. */
export const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The number below which the given share (0 to 1) of the numbers lies, by the nearest rank; of no numbers 0. */
export const percentile = (share: number, numbers: readonly number[]): number => quantiles(numbers)(share)
