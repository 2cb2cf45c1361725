import { BACKWARDS, END } from '@eventstore/db-client'
import type { Position } from '../event-store.js'
import { answersOf } from './patience.js'
import type { Reading } from './read-streams.js'
import { type Belongs, recordedOf } from './recorded.js'

/** Where the log of one prefix ends, among the events of others. */
export type LogEnd = {
  /** An event of ours stands there. */
  readonly note: (position: Position) => void
  /** The position of our last event. */
  readonly find: () => Promise<Position | 'start'>
}

/**
 * Looks for the end from the end of everything backwards, as the client cannot ask for the events of a prefix there. What
 * was looked at once is not looked at again: a look goes as far back as the one before it began. Nothing but the position
 * of an event of ours will do, since that of anybody else's is one that no follower of ours ever reaches.
 */
export const logEnd = (reading: Reading, belongs: Belongs): LogEnd => {
  const { connection, callMs } = reading
  let last: Position | 'start' = 'start'
  let looked = -1n
  const note = (position: Position) => {
    if (last === 'start' || position > last) last = position
  }
  const find = async () => {
    let newest: Position | undefined
    const backwards = connection.readAll({ direction: BACKWARDS, fromPosition: END, ...connection.call() })
    for await (const { event } of answersOf(backwards, callMs)) {
      if (event === undefined) continue
      const { commit } = event.position
      newest ??= commit
      if (commit <= looked || commit === last) break
      if (!belongs(event.streamId)) continue
      note(recordedOf(event, event.streamId).position)
      break
    }
    if (newest !== undefined && newest > looked) looked = newest
    return last
  }
  return { note, find }
}
