import { setTimeout as pause } from 'node:timers/promises'
import { EventStoreUnavailable } from '../event-store/event-store.js'
import { DatabaseClosed, isUnavailable } from '../postgres/faults.js'

const RETRY_MS = 500

/** Tries again while the database is not there. */
export const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
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
