import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type Checkpoints, EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { type Filtered, ourEvent, subscribeToAll } from './all-stream.js'
import { cancel } from './client-answers.js'
import type { LogEnd } from './log-end.js'

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

export type Subscribing = Filtered & {
  readonly checkpoints: Checkpoints
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
 * has happened.
 */
export const arrivals = (parts: Subscribing, after: Position, moved: () => void): Arrivals => {
  const inbox = createInbox(parts.page)
  const passes = passedOver(parts.checkpoints)
  const opening = subscribeToAll(parts, parts.checkpoints.after(after))
  let last = after
  let failure: unknown
  let hold = (_: 'pause' | 'resume') => {}
  const fail = (error: unknown) => {
    failure ??= error
    moved()
  }
  const arrived = (answer: ReadResp) => {
    if (passes(answer, last)) return moved()
    const event = ourEvent(answer, parts.belongs)
    // What was delivered already is dropped: a server may send it twice.
    if (event === undefined || event.position <= last) return
    inbox.put(event)
    last = event.position
    parts.end.note(last)
    if (inbox.isFull()) hold('pause')
    moved()
  }
  opening.then((stream) => {
    hold = (what) => stream[what]()
    stream.on('data', guarded(arrived, fail))
    stream.on('error', fail)
    for (const over of ['end', 'close'])
      stream.on(over, () => fail(new EventStoreUnavailable('a subscription has ended')))
  }, fail)
  return {
    take: () => {
      hold('resume') // what is left of an append is never more than there is room for
      return inbox.take()
    },
    last: () => last,
    failure: () => failure,
    end: () => void opening.then(cancel, () => {}),
  }
}

/** What throws in an event's listener would end the process. */
const guarded =
  <T>(work: (given: T) => void, fail: (error: unknown) => void) =>
  (given: T) => {
    try {
      work(given)
    } catch (error) {
      fail(error)
    }
  }

/**
 * Of the server's checkpoints only the one before the last is believed: a server of version 22.10 that goes over to live
 * events sends one that stands at an event which comes after it.
 */
const passedOver = (checkpoints: Checkpoints) => {
  let pending: Position | undefined
  /** Whether an answer is a checkpoint; `last` is where the last event of ours stands before it. */
  return (answer: ReadResp, last: Position): boolean => {
    const checkpoint = answer.getCheckpoint()
    if (checkpoint === undefined) return false
    if (pending !== undefined && pending > last) checkpoints.note(last, pending)
    pending = BigInt(checkpoint.getCommitPosition())
    return true
  }
}
