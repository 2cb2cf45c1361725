import { setTimeout as pause } from 'node:timers/promises'
import { type EventStore, EventStoreUnavailable } from '../event-store/event-store.js'
import { DatabaseClosed, isUnavailable } from '../postgres/faults.js'
import type { Serving } from '../projector/generations/serve-generations.js'
import { ProjectorStopped } from '../projector/progress.js'

const RETRY_MS = 500

/** Tries again while the database is not there. */
const retryUntilAvailable = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DatabaseClosed) throw error
      if (!isUnavailable(error) && !(error instanceof EventStoreUnavailable)) throw error
      await pause(RETRY_MS)
    }
  }
}

export type CatchingUp = {
  /** Whether the read models have caught up with the log since this process started. */
  readonly isLive: () => boolean
  /** Resolves when they have. Rejects when the projector has stopped at an event that it cannot apply. */
  readonly caughtUp: () => Promise<void>
}

const NEVER = new AbortController().signal

/** Makes the first generation live when it has come as far as the log; begun when it is first asked for. */
export const catchingUp = (
  store: Pick<EventStore, 'end'>,
  serving: Serving,
  notServed: (error: unknown) => void,
): CatchingUp => {
  let live = false
  let catching: Promise<void> | undefined
  const catchUp = async () => {
    try {
      await serving.projector.reached(await retryUntilAvailable(() => store.end()), NEVER)
      if (!serving.wasLive) await retryUntilAvailable(serving.goLive)
      live = true
    } catch (error) {
      // At an event that cannot be applied, what was live before is still read; health and writes answer 503.
      live = serving.wasLive
      // The projector has logged that one.
      if (!(error instanceof ProjectorStopped)) notServed(error)
      throw error
    }
  }
  const caughtUp = () => {
    catching ??= catchUp().catch((error: unknown) => {
      // A rebuild, or the right log, may have mended it when it is asked for again.
      catching = undefined
      throw error
    })
    return catching
  }
  return { isLive: () => live, caughtUp }
}
