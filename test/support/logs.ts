import type { Limits } from '../../src/event-store/append-queue.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../src/event-store/eventstoredb/event-store.js'
import { eventStoreAddress } from '../../src/setting-eventstore.js'
import { databases, type TestDatabase } from './database.js'
import { startEventStoreDouble } from './eventstoredb/server.js'
import { openLog } from './log.js'
import { PREFIX } from './prefix.js'

export type LogOptions = { readonly page?: number; readonly limits?: Limits; readonly maxAppendBytes?: number }

export type OpenedLog = {
  readonly store: EventStore
  /** The same log, as another process would open it. */
  readonly again: () => Promise<EventStore>
  readonly close: () => Promise<void>
}

export type TestLog = {
  readonly name: string
  /** Whether an event's id is looked for in the whole log, not only in the stream it is appended to. */
  readonly idsAreUnique: boolean
  /** Whether a group of appends goes in the order in which they were asked for. */
  readonly inOrder: boolean
  open(options?: LogOptions): Promise<OpenedLog>
}

const onDatabase = ({ name, open }: TestDatabase): TestLog => ({
  name,
  idsAreUnique: true,
  inOrder: true,
  open: async (options) => {
    const db = await open()
    const store = await openLog(db, options)
    const close = async () => {
      await store.close()
      await db.close()
    }
    return { store, again: () => openLog(db, options), close }
  },
})

/** A server of the tests' own, in memory; `ESDB_URL` names a running one instead. */
const inEventStoreDb: TestLog = {
  name: 'EventStoreDB',
  idsAreUnique: false,
  inOrder: false,
  open: async ({ page = 100, maxAppendBytes = 1 << 20 } = {}) => {
    const server = await served()
    const again = async () =>
      createEventStoreDbEventStore({
        address: eventStoreAddress(server.url),
        prefix: PREFIX,
        maxAppendBytes,
        page,
        lost: () => {},
      })
    const store = await again()
    const close = async () => {
      await store.close()
      await server.close()
    }
    return { store, again, close }
  },
}

const served = async () => {
  const given = process.env.ESDB_URL
  if (given) return { url: given, close: async () => {} }
  const double = await startEventStoreDouble()
  return { url: double.url, close: double.close }
}

/** Every kind of log that a suite should run on. */
export const logs: readonly TestLog[] = [...databases.map(onDatabase), inEventStoreDb]
