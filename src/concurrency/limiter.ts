import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Runs one piece of work of each key at a time, in the order in which they came.
 * @param most how many of one key may run or wait
 * @param tooMany makes the error that is thrown beyond that
 */
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
  /** How many pieces of work wait for another one of their key. */
  const waiting = () => [...limits.values()].reduce((sum, { pendingCount }) => sum + pendingCount, 0)
  return Object.assign(run, { waiting })
}
