import type { StoredEvent } from '../event-store.js'

/** As many are kept in mind. */
const MOST = 10_000

/** Appends that were given up without an answer, the latest of them: whether one is the retry of such a one. */
export const unsettledAppends = () => {
  const ids = new Set<string>()
  const idOf = (events: readonly StoredEvent[]): string => events[0]?.id ?? ''
  return {
    note: (events: readonly StoredEvent[]): void => {
      ids.add(idOf(events))
      const [oldest] = ids
      if (ids.size > MOST && oldest !== undefined) ids.delete(oldest)
    },
    includes: (events: readonly StoredEvent[]): boolean => ids.has(idOf(events)),
    settle: (events: readonly StoredEvent[]): void => void ids.delete(idOf(events)),
  }
}
