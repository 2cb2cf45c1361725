import { eventStoreAddress } from '../../src/config/event-store-address.js'
import type { Limits } from '../../src/event-store/append-queue.js'
import type { EventStore, StreamName } from '../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../src/event-store/eventstoredb/event-store.js'
import { databases, type TestDatabase } from './database.js'
import { servers, type TestedServer } from './eventstoredb/tested-server.js'
import { openLog } from './log.js'
import { freshPrefix } from './prefix.js'
import { freshStream } from './said.js'

type LogOptions = { readonly page?: number; readonly limits?: Limits; readonly maxAppendBytes?: number }

export type OpenedLog = {
  readonly store: EventStore
  /** The same log, as another process would open it. */
  readonly again: () => Promise<EventStore>
  /** A stream of this log, with a name of its own. */
  readonly stream: (name: string) => StreamName
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
    return { store, again: () => openLog(db, options), stream: (name) => freshStream(name), close }
  },
})

/** On a server that `open` starts, or one that runs; what is there already belongs to other prefixes. */
const inEventStoreDb = (name: string, openServer: () => Promise<Pick<TestedServer, 'url' | 'close'>>): TestLog => ({
  name,
  idsAreUnique: false,
  inOrder: false,
  open: async ({ page = 100, maxAppendBytes = 1 << 20 } = {}) => {
    const server = await openServer()
    const prefix = freshPrefix()
    const again = async () =>
      createEventStoreDbEventStore({
        address: eventStoreAddress(server.url),
        prefix,
        maxAppendBytes,
        page,
        lost: () => {},
      })
    const store = await again()
    const close = async () => {
      await store.close()
      await server.close()
    }
    return { store, again, stream: (name) => freshStream(name, prefix), close }
  },
})

/** A running server may be a cluster itself. */
const clusters = servers.isRunning ? [] : [inEventStoreDb('EventStoreDB, three nodes', servers.openCluster)]

/** Every kind of log that a suite should run on. */
export const logs: readonly TestLog[] = [
  ...databases.map(onDatabase),
  inEventStoreDb('EventStoreDB', servers.open),
  ...clusters,
]
