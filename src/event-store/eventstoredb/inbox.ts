import type { Recorded } from '../event-store.js'

/** It holds about this much at most, and one append more. */
const BYTES = 8 << 20

/** What a subscription has delivered and nobody has taken yet: a bounded number of events, given out in whole appends. */
export const createInbox = (most: number) => {
  let events: Recorded[] = []
  let bytes = 0
  let whole = 0
  return {
    put: (event: Recorded): void => {
      events.push(event)
      bytes += sizeOf(event.data)
      const { index, count } = event.metadata.append
      if (index >= count - 1) whole = events.length
    },
    /** Whether no more should come; never while an append that is larger than the room has not come to its end. */
    isFull: (): boolean => whole > 0 && (events.length >= most || bytes >= BYTES),
    /** All whole appends that are there. */
    take: (): readonly Recorded[] => {
      const taken = events.slice(0, whole)
      events = events.slice(whole)
      bytes = events.reduce((sum, { data }) => sum + sizeOf(data), 0)
      whole = 0
      return taken
    },
  }
}

/** The characters of a value, about: what an event weighs is in its texts. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 16)
}
