import { setImmediate as round } from 'node:timers/promises'
import type { StartWait } from '../../src/app/reach-stores.js'
import { unlessAborted } from '../../src/concurrency/unless-aborted.js'

/** Pauses of at most this many milliseconds pass at once, and the time with them; longer ones end when their time has come. */
const PASSES_MS = 500

/** A clock that the pauses between two tries drive. */
export const virtualClock = (): NonNullable<StartWait['clock']> => {
  let now = 0
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    now: () => now,
    pause: async (ms, signal) => {
      signal.throwIfAborted()
      if (ms > PASSES_MS) {
        const slept = new Promise<void>((wake) => sleepers.add({ at: now + ms, wake }))
        return unlessAborted(slept, signal)
      }
      now += ms
      for (const { at, wake } of sleepers) if (at <= now) wake()
      await round()
    },
  }
}
