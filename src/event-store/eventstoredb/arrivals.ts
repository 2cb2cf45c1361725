import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type Checkpoints, EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { type Filtered, ourEvent, subscribeToAll } from './all-stream.js'
import { cancel } from './client-answers.js'
import type { LogEnd } from './log-end.js'

/** Approximate capacity; one more append may exceed it. */
const BYTES = 8 << 20

/** A bounded buffer of delivered events that were not taken yet; it gives out whole appends. */
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
    /** Whether the buffer is full; never while an append that is larger than its capacity is incomplete. */
    isFull: (): boolean => whole > 0 && (events.length >= most || bytes >= BYTES),
    /** All whole appends in the buffer. */
    take: (): readonly Recorded[] => {
      const taken = events.slice(0, whole)
      events = events.slice(whole)
      bytes = events.reduce((sum, { data }) => sum + sizeOf(data), 0)
      whole = 0
      return taken
    },
  }
}

/** The approximate size of a value in characters; texts make up most of an event. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 16)
}

export type Subscribing = Filtered & {
  readonly checkpoints: Checkpoints
  readonly end: LogEnd
  /** Maximum number of buffered events for a follower that is slower than the server. */
  readonly page: number
  /** How long a subscription may deliver nothing while the log grows, in milliseconds. */
  readonly stallMs: number
}

export type Arrivals = {
  /** Takes the whole appends that have arrived, which makes room for more. */
  readonly take: () => readonly Recorded[]
  /** The position of the last event that has arrived, or of the start. */
  readonly last: () => Position
  /** The error that ended the subscription. */
  readonly failure: () => unknown
  readonly end: () => void
}

/**
 * Subscribes, and applies backpressure to the server while the buffer is full; `moved` is called whenever something
 * has changed.
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
    // Drops what was delivered already, because a server may send it twice.
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

/** An error thrown in an event listener would end the process. */
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
 * Only the last but one of the server's checkpoints is used: a server of version 22.10 that switches to live
 * events sends one at the position of an event that follows it.
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
