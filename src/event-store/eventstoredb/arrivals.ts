import { type AllStreamResolvedEvent, START, streamNameFilter } from '@eventstore/db-client'
import { EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { createInbox } from './inbox.js'
import type { LogEnd } from './log-end.js'
import type { Reading } from './read-streams.js'
import { type Belongs, prefixesOf, recordedOf } from './recorded.js'

export type Subscribing = Reading & {
  readonly prefix: string
  readonly belongs: Belongs
  readonly end: LogEnd
  /** Events that are held at most for a follower that is slower than the server. */
  readonly page: number
  /** How long a subscription may say nothing while the log goes on, in milliseconds. */
  readonly stallMs: number
}

export type Arrivals = {
  /** The whole appends that have come; makes room for more. */
  readonly take: () => readonly Recorded[]
  /** Where the last event stands that has come, or the subscription began. */
  readonly last: () => Position
  /** Why nothing more comes. */
  readonly failure: () => unknown
  readonly end: () => void
}

/**
 * Subscribes, and holds the server back while what has come waits for its follower; `moved` is called when anything
 * has happened. Positions come from the events alone: a checkpoint of the server's may be ahead of events that are still
 * on their way.
 */
export const arrivals = (parts: Subscribing, after: Position | 'start', moved: () => void): Arrivals => {
  const inbox = createInbox(parts.page)
  const stream = opened(parts, after)
  let last = after === 'start' ? -1n : after
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    moved()
  }
  const arrived = ({ event }: AllStreamResolvedEvent) => {
    // What was delivered already is dropped: a server may send it twice.
    if (event === undefined || !parts.belongs(event.streamId) || event.position.commit <= last) return
    inbox.put(recordedOf(event, event.streamId))
    last = event.position.commit
    parts.end.note(last)
    if (inbox.isFull()) stream.pause()
    moved()
  }
  stream.on('data', arrived)
  stream.on('error', fail)
  for (const over of ['end', 'close'])
    stream.on(over, () => fail(new EventStoreUnavailable('a subscription has ended')))
  return {
    take: () => {
      const taken = inbox.take()
      if (!inbox.isFull()) stream.resume()
      return taken
    },
    last: () => last,
    failure: () => failure,
    end: () => {
      stream.unsubscribe().catch(() => {})
      stream.destroy()
    },
  }
}

const opened = ({ connection, prefix }: Subscribing, after: Position | 'start') =>
  connection.subscribeToAll({
    ...connection.call(),
    fromPosition: after === 'start' ? START : { commit: after, prepare: after },
    filter: streamNameFilter({ prefixes: prefixesOf(prefix) }),
  })
