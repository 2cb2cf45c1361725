import { PassThrough, pipeline } from 'node:stream'
import { setTimeout as pause, setImmediate as round } from 'node:timers/promises'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { retryDelayMs } from '../../concurrency/back-off.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { type Checkpoints, EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { type Filtered, ourEvent, READ_ALL, readAll, subscribeToAll } from './all-stream.js'
import { cancel, faultOf, opened } from './client-answers.js'
import { SubscriberOverrun } from './errors.js'
import type { LogEnd } from './log-end.js'

/** Approximate capacity; one more append may exceed it. */
const BYTES = 8 << 20

/** Answers that wait on each side of the pipe: they are counted whatever they weigh, and one may be an append of a megabyte. */
const WAITING = 16

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

/** Uses only the last but one checkpoint: a 22.10 server that goes live sends one at the position of a later event. */
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
  constructor(ms: number) {
    super(`a subscription has delivered nothing for ${ms} ms though the log has grown`)
  }
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
 * Every event after a position, without end. A subscription that ends for lagging is followed by reads to the end,
 * then a new one. One that fails or stalls, as at a server's restart, is replaced, from the last event yielded,
 * with a growing backoff.
 */
export async function* followAll(
  parts: Following,
  after: Position | 'start',
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  let position = after === 'start' ? 0n : after
  let failures = 0
  let source: (parts: Following, after: Position, signal: AbortSignal) => Batches = subscription
  while (!signal.aborted) {
    try {
      if (parts.checkpoints.after(position) > position) {
        await parts.end.confirm()
        yield [] // what is known may be less now
      }
      for await (const batch of source(parts, position, signal)) {
        position = batch.at(-1)?.position ?? position
        failures = 0
        yield batch
      }
      source = subscription
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SubscriberOverrun) {
        source = readOn
        parts.overrun()
        continue
      }
      source = subscription
      parts.lost(error)
      await pause(retryDelayMs(failures++, backOff), undefined, { signal }).catch(() => {})
    }
  }
}

/** Reads whole appends to the end; again if an append of this process would have ended a live subscription. */
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

type Batches = AsyncGenerator<readonly Recorded[]>

/** The stream of a subscription; one that opens after an abort is cancelled. */
const opening = async (parts: Subscribing, after: Parameters<typeof subscribeToAll>[1], signal: AbortSignal) => {
  const { connection, callMs: ms } = parts
  const begun = opened({ connection, ask: () => subscribeToAll(parts, after), right: READ_ALL, ms })
  return unlessAborted(begun, signal).catch((error: unknown) => {
    begun.then(cancel, () => {})
    throw error
  })
}

/**
 * What one subscription delivers, in whole appends, until it fails or `signal` aborts; an empty batch when a checkpoint has moved.
 * The server is held back while as many answers wait as there is room for.
 */
async function* subscription(parts: Subscribing, after: Position, signal: AbortSignal): Batches {
  const { checkpoints, end, page, stallMs, belongs } = parts
  const inbox = createInbox(page)
  const passes = passedOver(checkpoints)
  let last = after
  let passed = checkpoints.after(after)
  /** Drops what was delivered already, because a server may send it twice. */
  const take = (event: Recorded | undefined): void => {
    if (event === undefined || event.position <= last) return
    inbox.put(event)
    last = event.position
    passed = last
    end.note(last)
  }
  const stream = await opening(parts, passed, signal)
  const waiting = pipeline(stream, new PassThrough({ objectMode: true, highWaterMark: WAITING, signal }), () => {})
  const answers: AsyncIterator<ReadResp> = waiting[Symbol.asyncIterator]()
  const isBatchWhole = async (next: Promise<unknown>): Promise<boolean> =>
    inbox.isFull() || (waiting.readableLength === 0 && !(await comesNow(next)))
  try {
    for (let next = answers.next(); ; ) {
      const answer = await orQuiet(next, stallMs)
      if (answer === undefined) {
        await refuseStalled(parts, last, next)
        continue
      }
      if (answer.done) throw new EventStoreUnavailable('a subscription has ended')
      next = answers.next()
      next.catch(() => {}) // thrown when it is awaited
      take(passes(answer.value, last) ? undefined : ourEvent(answer.value, belongs))
      if (!(await isBatchWhole(next))) continue
      const batch = inbox.take()
      if (batch.length > 0 || checkpoints.after(last) !== passed) yield batch
      passed = checkpoints.after(last)
    }
  } catch (error) {
    throw faultOf(error, READ_ALL)
  } finally {
    cancel(stream)
  }
}

/** Whether it comes in this round of the event loop: as few answers wait, the pipe is often empty for a moment. */
const comesNow = (next: Promise<unknown>): Promise<boolean> => {
  const come = () => true
  return Promise.race([next.then(come, come), round(false)])
}

/** Undefined when nothing has come for some time. */
const orQuiet = async <T>(work: Promise<T>, ms: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const quiet = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, quiet]).finally(() => clearTimeout(timer))
}

/** Throws SubscriptionStalled when the log has events after the last one that has arrived, and none of them comes. */
const refuseStalled = async ({ end, stallMs }: Subscribing, last: Position, next: Promise<unknown>): Promise<void> => {
  const at = await end.find()
  // Something may have come while the end was looked for.
  if (at !== 'start' && at > last && (await orQuiet(next, 0)) === undefined) throw new SubscriptionStalled(stallMs)
}
