import { setTimeout as pause } from 'node:timers/promises'
import type { SignedCheckpoint } from '../../domain/store.js'
import type { Schedule, SignCheckpoint, When } from './sign-checkpoint.js'

const EVERY_MS = 2000
/** A stop waits no longer for the last checkpoint; what remains is covered after the next start. */
const LAST_MS = 3000

type Regular = {
  readonly sign: SignCheckpoint
  readonly schedule: Schedule
  /** Whether this process projects: of several, that one signs. */
  readonly leads: () => boolean
  /** Called with each checkpoint, so that it can be kept where nobody who changes the store can change it. */
  readonly signed: (checkpoint: SignedCheckpoint) => void
  readonly failed: (error: unknown) => void
}

/** Signs checkpoints of the log when they are due, and one over what is left when it is stopped. */
export const signRegularly = ({ sign, schedule, leads, signed, failed }: Regular) => {
  const isOn = schedule.events > 0 || schedule.intervalMs > 0
  const ending = new AbortController()
  const attempt = async (when: When, signal: AbortSignal) => {
    try {
      const data = leads() ? await sign(when, signal) : undefined
      if (data === undefined) return
      const { nodes: _, ...checkpoint } = data
      signed(checkpoint)
    } catch (error) {
      if (!signal.aborted) failed(error)
    }
  }
  const work = async () => {
    for (const { signal } = ending; !signal.aborted; ) {
      await attempt('due', signal)
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  let running: Promise<void> | undefined
  return {
    begin: (): void => {
      if (isOn && !ending.signal.aborted) running = work()
    },
    stop: async (): Promise<void> => {
      ending.abort()
      // Neither a checkpoint that is being signed nor the last one is waited for longer, whatever the database does.
      const late = running?.then(() => attempt('now', AbortSignal.timeout(LAST_MS)))
      if (late) await Promise.race([late, pause(LAST_MS, undefined, { ref: false })])
    },
  }
}
