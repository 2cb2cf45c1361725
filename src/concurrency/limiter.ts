import pLimit, { type LimitFunction } from 'p-limit'

/** Runs one piece of work per key at a time, in call order. `tooMany` makes the error beyond `most` per key. */
export const keyedLimiter = (most: number, tooMany: (key: string) => Error) => {
  const limits = new Map<string, LimitFunction>()
  const run = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(1)
    if (limit.activeCount + limit.pendingCount >= most) throw tooMany(key)
    limits.set(key, limit)
    try {
      return await limit(work)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
    }
  }
  /** How many calls wait for another one of their key. */
  const waiting = () => [...limits.values()].reduce((sum, { pendingCount }) => sum + pendingCount, 0)
  return Object.assign(run, { waiting })
}
