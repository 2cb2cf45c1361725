import type { Variables } from '../../src/config/config.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { databasesFor } from './database.js'
import { startEventStoreDouble } from './eventstoredb/server.js'
import { anyDatabase } from './kept-logs.js'

/** A log that can be put back to an older copy while its read models stay as they are. */
export type RestorableLog = {
  readonly variables: Variables
  /** What services are started on, one after the other; closing them closes nothing. */
  readonly open: () => Promise<Databases>
  readonly databases: Databases
  /** Copies the log as it is now; calling the answer puts that back. */
  readonly backup: () => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

const lasting = (all: Databases) => async (): Promise<Databases> => ({ ...all, close: async () => {} })

const TABLES = ['head', 'stream', 'event'] as const

/** The rows of the schema `log`, as a dump of that schema alone holds them. */
const backupOf = async (all: Databases) => {
  const log = all.within('log')
  const [kept] = await log.rows<Record<(typeof TABLES)[number], string>>(sql`
    select (select json_agg(t)::text from head t) as head,
           (select json_agg(t)::text from stream t) as stream,
           (select json_agg(t)::text from event t) as event`)
  if (kept === undefined) throw new Error('there is no log to copy')
  return () =>
    log.transaction(async (tx) => {
      await tx.rows(sql`truncate head, stream, event`)
      await tx.rows(sql`insert into head select * from json_populate_recordset(null::head, ${kept.head}::json)`)
      await tx.rows(sql`insert into stream select * from json_populate_recordset(null::stream, ${kept.stream}::json)`)
      await tx.rows(sql`insert into event select * from json_populate_recordset(null::event, ${kept.event}::json)`)
    })
}

const inDatabases = databasesFor(import.meta.url).map(({ name, open }) => ({
  name: `a table in ${name}`,
  make: async (): Promise<RestorableLog> => {
    const all = await open()
    return { variables: {}, databases: all, open: lasting(all), backup: () => backupOf(all), close: all.close }
  },
}))

const inEventStoreDb = {
  name: 'EventStoreDB',
  make: async (): Promise<RestorableLog> => {
    const [all, server] = [await anyDatabase(), await startEventStoreDouble()]
    const backup = async () => {
      const restore = server.log.backup()
      return async () => {
        await server.stop()
        restore()
        await server.restart()
      }
    }
    const close = async () => {
      await all.close()
      await server.close()
    }
    return { variables: { EVENTSTORE_URL: server.url }, databases: all, open: lasting(all), backup, close }
  },
}

export const restorableLogs = [...inDatabases, inEventStoreDb]
