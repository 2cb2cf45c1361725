import { z } from 'zod'

/** Ranges of turns of an episode, first and last inclusive. */
export const stretches = z.array(z.tuple([z.int().min(0), z.int().min(0)]))
export type Stretch = readonly [first: number, last: number]

/** The same turns in as few ranges as possible, in order. */
export const joined = (all: readonly Stretch[]): [number, number][] => {
  const kept: [number, number][] = []
  for (const [first, last] of all.toSorted(([a], [b]) => a - b)) {
    const before = kept.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else kept.push([first, last])
  }
  return kept
}

/** The turns of a range. */
export const turnsIn = ([first, last]: Stretch): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)
