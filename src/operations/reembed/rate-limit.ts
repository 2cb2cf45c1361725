import { setTimeout as pause } from 'node:timers/promises'

/** Texts per batch. */
const AT_ONCE = 256
/** Under a limit, batches are so small that one is sent about every five seconds. */
const A_MINUTE = 60_000
const BATCHES_A_MINUTE = 12

export type Pace = {
  /** Maximum number of texts of a batch. */
  readonly most: number
  /** Resolves when this many texts may be sent. Rejects when `signal` aborts. */
  readonly turn: (texts: number, signal: AbortSignal) => Promise<void>
}

type Time = { readonly now: () => number; readonly wait: (ms: number, signal: AbortSignal) => Promise<void> }

const real: Time = {
  now: () => performance.now(),
  wait: async (ms, signal) => void (await pause(ms, undefined, { signal })),
}

/** Limits the texts per minute; undefined: no limit. Times in milliseconds. */
export const createPace = (perMinute: number | undefined, { now, wait }: Time = real): Pace => {
  if (perMinute === undefined) return { most: AT_ONCE, turn: async (_, signal) => signal.throwIfAborted() }
  let free = Number.NEGATIVE_INFINITY
  return {
    most: Math.max(1, Math.min(AT_ONCE, Math.floor(perMinute / BATCHES_A_MINUTE))),
    turn: async (texts, signal) => {
      signal.throwIfAborted()
      const at = Math.max(now(), free)
      free = at + (texts * A_MINUTE) / perMinute
      if (at > now()) await wait(at - now(), signal)
    },
  }
}
