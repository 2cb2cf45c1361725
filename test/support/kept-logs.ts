import type { Variables } from '../../src/config/config.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { ensureExtensions } from '../../src/postgres/extensions.js'
import { migrate } from '../../src/postgres/migrate.js'
import { databases } from './database.js'
import { startEventStoreDouble } from './eventstoredb/server.js'
import { servers, type TestedServer } from './eventstoredb/tested-server.js'
import { serviceLogIn } from './eventstoredb/written-log.js'
import { migrations, storedLog } from './log.js'

/** An empty log, as it is stored, and what a service on it needs; the databases' end is its own. */
export type KeptLog = {
  readonly log: EventStore
  readonly variables: Variables
  readonly databases: Databases
}

/** A kind of place in which a service keeps its log, under a prefix. */
export type LogKeeper = {
  readonly name: string
  readonly keep: (prefix: string) => Promise<KeptLog>
  /** Another one of the same prefix. */
  readonly keepAnother: (prefix: string) => Promise<KeptLog>
}

const inDatabases = databases.map(({ name, open }): LogKeeper => {
  const keep = async (prefix: string): Promise<KeptLog> => {
    const db = await open()
    await ensureExtensions(db)
    return keptOn(db, prefix)
  }
  return { name, keep, keepAnother: keep }
})

/** A log in these databases. */
const keptOn = async (databases: Databases, prefix: string): Promise<KeptLog> => {
  await migrate(databases, migrations('log'), 'log')
  return { log: await storedLog(databases, prefix), variables: { EVENTSTORE_PREFIX: prefix }, databases }
}

const keepIn = async ({ url, close: closeServer }: Pick<TestedServer, 'url' | 'close'>, prefix: string) => {
  const db = await anyDatabase()
  const log = serviceLogIn({ url }, prefix)
  const close = async () => {
    await log.close()
    await db.close()
    await closeServer()
  }
  return { log, variables: { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: prefix }, databases: { ...db, close } }
}

const inEventStoreDb: LogKeeper = {
  name: 'EventStoreDB',
  keep: async (prefix) => keepIn(await servers.openFollower(), prefix),
  // One server holds one log of a prefix.
  keepAnother: async (prefix) => keepIn(await startEventStoreDouble(), prefix),
}

export const anyDatabase = async (): Promise<Databases> => {
  // The last one is the quickest to have several of.
  const { open } = databases.at(-1) ?? { open: () => Promise.reject(new Error('no database')) }
  return open()
}

/** Every kind of place in which a service keeps its log. */
export const keptLogs: readonly LogKeeper[] = [...inDatabases, inEventStoreDb]
