import { EventStoreUnavailable, type Position, type Recorded } from '../event-store.js'
import { createWakeup } from '../wakeup.js'
import { type Arrivals, arrivals, type Subscribing } from './arrivals.js'
import { faultOf } from './client-answers.js'

/** A subscription has said nothing for some time, although the log has grown. */
export class SubscriptionStalled extends EventStoreUnavailable {
  override readonly name = 'SubscriptionStalled'
}

/** What one subscription delivers, in whole appends, until it fails or `signal` aborts; nothing where a checkpoint has moved. */
export async function* subscription(
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
