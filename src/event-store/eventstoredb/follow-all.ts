import { setTimeout as pause } from 'node:timers/promises'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { retryDelayMs } from '../../concurrency/back-off.js'
import { type Checkpoints, EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { createWakeup } from '../wakeup.js'
import { type Filtered, ourEvent, readAll, subscribeToAll } from './all-stream.js'
import { cancel, faultOf } from './client-answers.js'
import { SubscriberOverrun } from './errors.js'
import type { LogEnd } from './log-end.js'

/** Approximate capacity; one more append may exceed it. */
const BYTES = 8 << 20

/** A bounded buffer of delivered events that were not taken yet; it gives out whole appends. */
const createInbox = (most: number) => {
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

type Subscribing = Filtered & {
  readonly checkpoints: Checkpoints
  readonly end: LogEnd
  /** Maximum number of buffered events for a follower that is slower than the server. */
  readonly page: number
  /** How long a subscription may deliver nothing while the log grows, in milliseconds. */
  readonly stallMs: number
}

type Arrivals = {
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
const arrivals = (parts: Subscribing, after: Position, moved: () => void): Arrivals => {
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

/** A subscription has delivered nothing for some time, although the log has grown. */
export class SubscriptionStalled extends EventStoreUnavailable {
  override readonly name = 'SubscriptionStalled'
}

const backOff = { firstDelayMs: 100, longestDelayMs: 5000 }

export type Following = Subscribing & {
  /** Called for every subscription that must be made anew. */
  readonly lost: (error: unknown) => void
  /** Called when the server has ended a subscription because it lagged behind. */
  readonly overrun: () => void
  /** While this process runs an append that overruns a live subscription: resolves when any append has ended. */
  readonly overrunning: () => Promise<unknown> | undefined
}

/**
 * Every event after a position, without end. A subscription that the server ends for lagging is followed by reads, at
 * once, up to the end of the log; then it is made anew. A subscription does not survive a restart of its server:
 * one that fails or stalls is replaced by another, from the last event that was yielded, with a growing
 * backoff.
 */
export async function* followAll(
  parts: Following,
  after: Position | 'start',
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  let position = after === 'start' ? 0n : after
  let failures = 0
  let reads = false
  while (!signal.aborted) {
    try {
      if (parts.checkpoints.after(position) > position) {
        await parts.end.confirm()
        yield [] // what is known may be less now
      }
      for await (const batch of reads ? readOn(parts, position, signal) : subscription(parts, position, signal)) {
        position = batch.at(-1)?.position ?? position
        failures = 0
        yield batch
      }
      reads = false
    } catch (error) {
      if (signal.aborted) return
      reads = error instanceof SubscriberOverrun
      if (reads) parts.overrun()
      else {
        parts.lost(error)
        await pause(retryDelayMs(failures++, backOff), undefined, { signal }).catch(() => {})
      }
    }
  }
}

/**
 * Reads everything after a position, in whole appends, to the end; again if this process ran an append meanwhile that a
 * live subscription would not have survived.
 */
async function* readOn(parts: Following, after: Position, signal: AbortSignal): AsyncGenerator<readonly Recorded[]> {
  let position = after
  for (let waits: Promise<unknown> | undefined; !signal.aborted; await waits) {
    // Checked before the read, which may miss an append that ends meanwhile.
    waits = parts.overrunning()
    for await (const batch of readToEnd(parts, position, signal)) {
      position = batch.at(-1)?.position ?? position
      yield batch
    }
    if (waits === undefined) return
  }
}

async function* readToEnd(parts: Following, after: Position, signal: AbortSignal): AsyncGenerator<readonly Recorded[]> {
  const inbox = createInbox(parts.page)
  const span = { from: parts.checkpoints.after(after) || 'start', direction: 'forwards' } as const
  for await (const event of readAll(parts, span)) {
    if (signal.aborted) return
    if (event === undefined || event.position <= after) continue
    inbox.put(event)
    parts.end.note(event.position)
    if (inbox.isFull()) yield inbox.take()
  }
  const rest = inbox.take()
  if (rest.length > 0) yield rest
}

/** What one subscription delivers, in whole appends, until it fails or `signal` aborts; an empty batch when a checkpoint has moved. */
async function* subscription(
  parts: Subscribing,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  const wakeup = await createWakeup()
  const arriving = arrivals(parts, after, wakeup.wake)
  let quietSince = performance.now()
  let position = after
  let passed = parts.checkpoints.after(position)
  /** Whether the checkpoint after the last yielded event has moved. */
  const hasPassed = () => {
    const before = passed
    passed = parts.checkpoints.after(position)
    return passed !== before
  }
  try {
    while (!signal.aborted) {
      const ticket = wakeup.ticket()
      const batch = arriving.take()
      if (batch.length > 0) {
        yield batch
        position = batch.at(-1)?.position ?? position
        passed = position
        quietSince = performance.now()
      } else if (arriving.failure() !== undefined) throw faultOf(arriving.failure())
      else if (hasPassed()) {
        yield []
        quietSince = performance.now()
      } else if (performance.now() - quietSince < parts.stallMs) await wakeup.since(ticket, signal)
      else {
        await refuseStalled(parts, arriving)
        quietSince = performance.now()
      }
    }
  } finally {
    arriving.end()
  }
}

/** Throws SubscriptionStalled when the log has later events and none arrives. */
const refuseStalled = async ({ end, stallMs }: Subscribing, arriving: Arrivals): Promise<void> => {
  const before = arriving.last()
  const at = await end.find()
  if (at === 'start' || at <= before || arriving.last() > before) return
  throw new SubscriptionStalled(`a subscription has delivered nothing for ${stallMs} ms though the log has grown`)
}
