import { expect } from 'vitest'

/** What takes less than this, in milliseconds, is quick enough at any length. */
const QUICK_MS = 250

/** User CPU time of the process in milliseconds: what other processes take is not counted. */
function cost(work: () => unknown): number {
  const began = process.cpuUsage()
  work()
  return process.cpuUsage(began).user / 1000
}

const quickest = (work: () => unknown): number => Math.min(cost(work), cost(work), cost(work))

/**
 * Expects that `work` over `length` characters is quick, or at least grows with the length and not with its square: a
 * slow machine makes a short text and a long one slow alike. Eight times the length takes 8 times as long where the work
 * is linear, and 64 times where each place is tried again from the start.
 */
export function expectLinear(length: number, work: (length: number) => unknown): void {
  if (cost(() => work(length)) < QUICK_MS) return
  const part = quickest(() => work(Math.ceil(length / 8)))
  expect(quickest(() => work(length))).toBeLessThan(24 * Math.max(part, QUICK_MS / 24))
}

/** `piece` repeated to about `length` characters. */
export const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length))
