import { setTimeout as pause } from 'node:timers/promises'
import type { Position, Recorded } from '../event-store.js'
import type { Subscribing } from './arrivals.js'
import { subscription } from './subscription.js'

const FIRST_MS = 100
const LAST_MS = 5000

export type Following = Subscribing & {
  /** Told of every subscription that has to be made anew. */
  readonly lost: (error: unknown) => void
}

/**
 * Every event after a position, for ever. A subscription does not outlive its server's restart: one that fails or stalls
 * is followed by another, from the last event that was handed out, at first soon and then less and less often.
 */
export async function* followAll(
  parts: Following,
  after: Position | 'start',
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  let position = after === 0n ? 'start' : after
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const batch of subscription(parts, position, signal)) {
        position = batch.at(-1)?.position ?? position
        failures = 0
        yield batch
      }
    } catch (error) {
      if (signal.aborted) return
      parts.lost(error)
      await pause(delayMs(failures++), undefined, { signal }).catch(() => {})
    }
  }
}

/** Twice as long each time, and any time between half of it and all, so that not all processes come back at once. */
const delayMs = (failures: number): number => Math.min(LAST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2)
