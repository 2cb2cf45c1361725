import type { EventStore, Position, Recorded } from './event-store.js'

/**
 * The last event that somebody who follows the log has taken in. A position alone would not do: a log that was restored
 * from an older copy and has grown since holds other events at the same positions.
 */
export type LogPlace = Pick<Recorded, 'position' | 'stream' | 'revision' | 'id'>

type Log = Pick<EventStore, 'read' | 'end'>

/** Why read models that came to this place are not of the log as it is, and what to do; undefined where they are. */
export const lostPlace = async (store: Log, place: LogPlace | undefined): Promise<string | undefined> => {
  if (place === undefined || (await holds(store, place))) return undefined
  const { position } = place
  const end = await store.end()
  return `${end === 'start' || end < position ? endsBefore(position, end) : holdsAnother(position)} ${ADVICE}`
}

/** The event's stream leads to it on every kind of log. Ids are never given twice, so whatever came before is the same. */
const holds = async (store: Log, place: LogPlace): Promise<boolean> => {
  for await (const { id, position } of store.read(place.stream, place.revision))
    return id === place.id && position === place.position
  return false
}

const endsBefore = (position: Position, end: Position | 'start') =>
  `The log ends at position ${end === 'start' ? 0n : end}, but the read models were built up to ${position}: the log was restored from an older copy, or is another.`

const holdsAnother = (position: Position) =>
  `The log does not hold the event at position ${position} that the read models were built up to: it was restored from an older copy and has grown since, or is another.`

const ADVICE =
  'Restore the right log, or run `palimpsest rebuild`, which builds the read models from the log as it is now.'
