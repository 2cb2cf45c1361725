import type { Appended, StoredEvent, StreamName } from '../event-store.js'
import { type Reading, readBackwards } from './read-streams.js'

/** As many events of a stream are looked at for one append. */
const EVENTS = 2000

/**
 * What the append was answered, if it has happened before. At a revision the server always knows its own retry; at any it
 * only knows what it has in memory, which a restart empties, so there the stream itself is asked before a retry.
 */
export const findRepeated = async (
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
