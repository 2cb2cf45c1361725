import type { Appended, StoredEvent, StreamName } from '../event-store.js'
import { type Reading, readBackwards } from './read-streams.js'

/** As many appends of unknown outcome are kept in mind, and as many events of a stream are looked at for one. */
const APPENDS = 10_000
const EVENTS = 2000

/**
 * Appends at any revision whose outcome is unknown. At a revision the server always knows its own retry; at any it only
 * knows what it has in memory, which a restart empties, so there the stream itself is asked before the retry.
 */
export const repeatedAppends = (reading: Reading) => {
  const unsettled = new Set<string>()
  return {
    remember: (id: string): void => {
      unsettled.add(id)
      const [oldest] = unsettled
      if (unsettled.size > APPENDS && oldest !== undefined) unsettled.delete(oldest)
    },
    /** What the append was answered, if it is one of those and has happened. */
    find: async (stream: StreamName, events: readonly StoredEvent[]): Promise<Appended | undefined> => {
      const first = events[0]?.id ?? ''
      if (!unsettled.has(first)) return undefined
      const found = await findLast(reading, stream, events)
      unsettled.delete(first)
      return found
    },
  }
}

/** Where the last of these events stands, if all of them are there. */
const findLast = async (
  reading: Reading,
  stream: StreamName,
  events: readonly StoredEvent[],
): Promise<Appended | undefined> => {
  const missing = new Set(events.map(({ id }) => id))
  let last: Appended | undefined
  for await (const { id, revision, position } of readBackwards(reading, stream, EVENTS)) {
    if (!missing.delete(id)) continue
    last ??= { revision, position }
    if (missing.size === 0) return last
  }
  return undefined
}
