import type { Variables } from '../../src/config.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { ensureExtensions } from '../../src/postgres/extensions.js'
import { migrate } from '../../src/postgres/migrate.js'
import { databases } from './database.js'
import { startEventStoreDouble } from './eventstoredb/server.js'
import { serviceLogIn } from './eventstoredb/written-log.js'
import { migrations, serviceLog } from './log.js'

/** An empty log, as a service has it, and what a service on it needs; the databases' end is its own. */
export type KeptLog = {
  readonly log: EventStore
  readonly variables: Variables
  readonly databases: Databases
}

const inDatabases = databases.map(({ name, open }) => ({
  name,
  keep: async (): Promise<KeptLog> => {
    const db = await open()
    await ensureExtensions(db)
    await migrate(db, migrations('log'), 'log')
    return { log: await serviceLog(db), variables: {}, databases: db }
  },
}))

const inEventStoreDb = {
  name: 'EventStoreDB',
  keep: async (): Promise<KeptLog> => {
    const [db, server] = [await anyDatabase(), await startEventStoreDouble()]
    const log = serviceLogIn(server)
    const close = async () => {
      await log.close()
      await db.close()
      await server.close()
    }
    return { log, variables: { EVENTSTORE_URL: server.url }, databases: { ...db, close } }
  },
}

export const anyDatabase = async (): Promise<Databases> => {
  const [{ open } = { open: () => Promise.reject(new Error('no database')) }] = databases
  return open()
}

/** Every kind of place in which a service keeps its log. */
export const keptLogs = [...inDatabases, inEventStoreDb]
