import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '../../concurrency/back-off.js'
import { EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { createWakeup } from '../wakeup.js'
import { readAll } from './all-stream.js'
import { type Arrivals, arrivals, createInbox, type Subscribing } from './arrivals.js'
import { faultOf } from './client-answers.js'
import { SubscriberOverrun } from './errors.js'

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
