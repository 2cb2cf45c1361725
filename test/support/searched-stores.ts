import type { DomainEvent } from '../../src/domain/all-events.js'
import { encode } from '../../src/event-store/codec.js'
import type { EventStore, Recorded } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { identifier, sql } from '../../src/postgres/sql.js'
import { type RunningApp, startApp } from './app.js'
import { ADMIN } from './changing.js'
import { databasesFor } from './database.js'
import { servers } from './eventstoredb/tested-server.js'
import { serviceLogIn } from './eventstoredb/written-log.js'
import { anyDatabase } from './kept-logs.js'
import { storedLog } from './log.js'
import { openedLog, streamsIn } from './opened-log.js'
import { freshPrefix } from './prefix.js'
import { wholeLog } from './rebuilt.js'

/** A store of which every row can be searched. */
export type SearchedStore = {
  readonly databases: Databases
  readonly settings: Readonly<Record<string, string>>
  readonly prefix: string
  /** Work on the log as it is stored. */
  readonly onLog: <T>(work: (log: EventStore) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

export type SearchedStores = { readonly name: string; readonly open: () => Promise<SearchedStore> }

const using =
  (open: () => Promise<EventStore>): SearchedStore['onLog'] =>
  async (work) => {
    const log = await open()
    try {
      return await work(log)
    } finally {
      await log.close()
    }
  }

/** One with an event table, by the suite's `import.meta.url`, and one with an EventStoreDB. */
export const searchedStores = (suite: string): readonly SearchedStores[] => [
  ...databasesFor(suite).map(({ name, open }) => ({
    name: `an event table in ${name}`,
    open: async () => {
      const databases = await open()
      return {
        databases,
        settings: {},
        prefix: 'palimpsest',
        onLog: using(() => storedLog(databases)),
        close: databases.close,
      }
    },
  })),
  {
    name: 'EventStoreDB',
    open: async () => {
      const [server, databases, prefix] = [await servers.open(), await anyDatabase(), freshPrefix()]
      const close = async () => {
        await databases.close()
        await server.close()
      }
      const settings = { EVENTSTORE_URL: server.url, EVENTSTORE_PREFIX: prefix }
      const onLog = using(async () => serviceLogIn(server, prefix))
      return { databases, settings, prefix, onLog, close }
    },
  },
]

/** The service on such a store, which outlives it. */
export const serviceOn = ({ databases, settings }: SearchedStore): Promise<RunningApp> => {
  const kept = { ...databases, close: async () => {} }
  return startApp({ open: async () => kept }, { ...ADMIN, RECALL_RECEIPTS: 'full', ...settings })
}

/** Appends to the stream of a user's memories as a service does that goes away before it has done anything else. */
export const appendAsService = (
  { onLog, databases, prefix }: SearchedStore,
  userId: string,
  events: readonly DomainEvent[],
): Promise<unknown> =>
  onLog(async (log) => {
    const { bank } = await streamsIn(log, databases, prefix)
    return openedLog(log, databases).append(bank(userId), 'any', encode(events, 'any'))
  })

/** Text in which words can be looked for: in the base64 of what is sealed, one of five letters stands by chance once in some hundred runs. */
const searchable = (text: string): string => text.replaceAll(/"sealed"+: ?"+[A-Za-z0-9+/=]+/g, '"sealed"').toLowerCase()

/** Any value of a log as text in which words can be looked for. */
export const asText = (value: unknown): string =>
  searchable(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)))

/** Every event as it is stored. */
export const storedEvents = ({ onLog }: SearchedStore): Promise<readonly Recorded[]> => onLog(wholeLog)

/** Every row of every table of the database, as text in which words can be looked for. */
export const everyRow = async ({ databases }: Pick<SearchedStore, 'databases'>): Promise<string> => {
  const tables = await databases.within('public').rows<{ schema: string; name: string }>(sql`
    select schemaname::text as schema, tablename::text as name
    from pg_tables
    where schemaname not like 'pg\\_%' and schemaname <> 'information_schema'`)
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const rows = await databases
      .within(schema)
      .rows<{ row: string }>(sql`select t::text as row from ${identifier(schema)}.${identifier(name)} as t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return searchable(texts.join('\n'))
}

/** The keys of the store, and whether each is destroyed. */
export const keysOf = ({ databases }: Pick<SearchedStore, 'databases'>) =>
  databases.within('generations').rows<{ owner: string; part: number; destroyed: boolean }>(sql`
    select owner, part, destroyed_at is not null as destroyed from data_key order by owner, part`)
