import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '../../concurrency/back-off.js'
import { EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { createWakeup } from '../wakeup.js'
import { readAll } from './all-stream.js'
import { type Arrivals, arrivals, createInbox, type Subscribing } from './arrivals.js'
import { faultOf } from './client-answers.js'
import { SubscriberOverrun } from './errors.js'

/** A subscription has said nothing for some time, although the log has grown. */
export class SubscriptionStalled extends EventStoreUnavailable {
  override readonly name = 'SubscriptionStalled'
}

const backOff = { firstDelayMs: 100, longestDelayMs: 5000 }

export type Following = Subscribing & {
  /** Told of every subscription that has to be made anew. */
  readonly lost: (error: unknown) => void
  /** Told when the server has sent the follower back to reading. */
  readonly overrun: () => void
  /** While an append of this process is under way that overruns a live subscription: resolves when any append is done. */
  readonly overrunning: () => Promise<unknown> | undefined
}

/**
 * Every event after a position, for ever. A subscription that the server has more for than it keeps is followed by reads,
 * at once, until they have come to the end; then it is made anew. A subscription does not outlive its server's restart:
 * one that fails or stalls is followed by another, from the last event that was handed out, at first soon and then less
 * and less often.
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
 * What stands behind a position, in whole appends, to the end; again when an append of this process was under way that a
 * live subscription would not have survived.
 */
async function* readOn(parts: Following, after: Position, signal: AbortSignal): AsyncGenerator<readonly Recorded[]> {
  let position = after
  for (let waits: Promise<unknown> | undefined; !signal.aborted; await waits) {
    // Looked at before the read: what is done meanwhile may be missed by it.
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

/** What one subscription delivers, in whole appends, until it fails or `signal` aborts; nothing where a checkpoint has moved. */
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
  /** Whether the checkpoint behind what was handed out has moved. */
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

/** Throws SubscriptionStalled when the log ends behind what has come, and nothing comes meanwhile. */
const refuseStalled = async ({ end, stallMs }: Subscribing, arriving: Arrivals): Promise<void> => {
  const before = arriving.last()
  const at = await end.find()
  if (at === 'start' || at <= before || arriving.last() > before) return
  throw new SubscriptionStalled(`a subscription has delivered nothing for ${stallMs} ms though the log has grown`)
}
