import { dice } from '../../bench/dice.js'
import { mean, percentile } from './recall.js'

const ROUNDS = 2000
const SEED = 20260501

export type Interval = readonly [low: number, high: number]

/**
 * The 95 % interval of the mean: the questions are drawn anew with replacement 2,000 times from a fixed seed (Efron's
 * percentile bootstrap). Of no numbers [0, 0].
 */
export const interval = (numbers: readonly number[]): Interval => {
  const roll = dice(SEED)
  const draw = () => mean(numbers.map(() => numbers[Math.floor(roll() * numbers.length)] ?? 0))
  const means = Array.from({ length: ROUNDS }, draw)
  return [percentile(0.025, means), percentile(0.975, means)]
}
