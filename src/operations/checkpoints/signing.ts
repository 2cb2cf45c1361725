import { setTimeout as pause } from 'node:timers/promises'
import { OperationRefused } from '../../concurrency/operation.js'
import type { LogCheckpointSigned, SignedCheckpoint } from '../../domain/store.js'
import type { EventStore, StoreStreams } from '../../event-store/event-store.js'
import { NO_CHAIN, readChain } from './checkpoint-chain.js'
import type { Schedule, SignCheckpoint, When } from './sign-checkpoint.js'

/** The checkpoint over all that the log holds, and whether it was signed just now. */
export type SignedNow = { readonly checkpoint: SignedCheckpoint; readonly isNew: boolean }

type Signing = {
  readonly sign: SignCheckpoint
  readonly store: Pick<EventStore, 'read'>
  readonly streams: StoreStreams
}

/** A service signs too: where it was quicker, there is its checkpoint, or some events more to sign. */
const ATTEMPTS = 5

/**
 * Signs a checkpoint of the whole log, or returns the last one where that covers it. Beside a service both take turns:
 * each append names the last checkpoint that it knows. @throws OperationRefused
 */
export const signNow = async ({ sign, store, streams }: Signing, signal: AbortSignal): Promise<SignedNow> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const data = await sign('now', signal)
    if (data !== undefined) return { checkpoint: withoutNodes(data), isNew: true }
  }
  const { last } = await readChain(store, streams, NO_CHAIN)
  if (last === undefined)
    throw new OperationRefused('Nothing could be signed: the service on this store is signing. Try again.')
  return { checkpoint: withoutNodes(last), isNew: false }
}

const withoutNodes = ({ nodes: _, ...checkpoint }: LogCheckpointSigned['data']): SignedCheckpoint => checkpoint

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
      if (data !== undefined) signed(withoutNodes(data))
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
