import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { inject } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { sql } from '../../src/postgres/sql.js'
import { addressOf, createDatabase } from './database-template.js'

export type TestDatabase = {
  readonly name: string
  /**
   * A fresh database with the extensions and nothing else, or, where that is quicker, a store of the default settings that
   * nothing was written to; closing it takes it away, or empties it for the next.
   */
  open(wanted?: { readonly mayHoldStore: boolean }): Promise<Databases>
  /** The same, of which closing is the end. */
  openOwn(): Promise<Databases>
}

/** Embedded databases that nobody uses any more: one takes a second to start, and a moment to empty. */
const emptied: Databases[] = []

export const embedded: TestDatabase = {
  name: 'PGlite',
  async open() {
    const databases = emptied.pop() ?? (await startEmbedded())
    let closing: Promise<unknown> | undefined
    const close = async () => {
      closing ??= empty(databases).then(
        () => emptied.push(databases),
        () => databases.close(),
      )
      await closing
    }
    return { ...databases, ...notifications(), close }
  },
  openOwn: () => startEmbedded(),
}

/**
 * What a server does between processes and PGlite, which has one, does not need: a test appends to the log beside the
 * service, which would see that a second later.
 */
const notifications = (): Pick<Databases, 'notify' | 'listen'> => {
  const listening = new Set<{ readonly channel: string; readonly heard: (payload: string) => void }>()
  return {
    notify: async (channel, payload) => {
      for (const each of [...listening]) if (each.channel === channel) each.heard(payload)
    },
    listen: async (channel, heard) => {
      const one = { channel, heard }
      listening.add(one)
      return async () => void listening.delete(one)
    },
  }
}

const startEmbedded = async (): Promise<Databases> =>
  openPglite(undefined, { fsync: false, loadDataDir: new Blob([await readFile(inject('pgliteDump'))]) })

const empty = async (databases: Databases): Promise<void> => {
  const schemas = await databases.within('public').rows<{ name: string }>(sql`
    select nspname::text as name
    from pg_namespace
    where nspname <> 'public' and nspname not like 'pg\\_%' and nspname <> 'information_schema'`)
  for (const { name } of schemas) await databases.script(`drop schema ${name} cascade`)
  const tables = await databases.within('public').rows<{ name: string }>(sql`
    select tablename::text as name from pg_tables where schemaname = 'public'`)
  for (const { name } of tables) await databases.script(`drop table public.${name} cascade`)
}

type Given = NonNullable<ReturnType<typeof inject<'postgres'>>>

const postgres = ({ url: server, template, storeTemplate }: Given): TestDatabase => {
  const openFrom = async (from: string) => {
    const { url, drop } = await createUrl(server, from)
    const databases = openPostgres(url)
    const close = async () => {
      await databases.close()
      await drop()
    }
    return { ...databases, close }
  }
  return {
    name: 'Postgres',
    open: (wanted) => openFrom(wanted?.mayHoldStore ? storeTemplate : template),
    openOwn: () => openFrom(template),
  }
}

type FreshDatabase = { readonly url: string; drop(): Promise<void> }

/** The address of a fresh Postgres database; undefined where the tests have no Postgres. */
export const freshPostgres = async (): Promise<FreshDatabase | undefined> => {
  const given = inject('postgres')
  return given === null ? undefined : createUrl(given.url, given.template)
}

/** The same, with a store in it that nothing was written to. */
export const freshStoreOnPostgres = async (): Promise<FreshDatabase | undefined> => {
  const given = inject('postgres')
  return given === null ? undefined : createUrl(given.url, given.storeTemplate)
}

const createUrl = async (server: string, template: string): Promise<FreshDatabase> => {
  const { name, drop } = await createDatabase(server, 't', template)
  return { url: addressOf(server, name), drop }
}

/** Every kind of database that there is here. */
export const databases: readonly TestDatabase[] = (() => {
  const given = inject('postgres')
  return given === null ? [embedded] : [embedded, postgres(given)]
})()

/**
 * What a suite of the service runs on, by its `import.meta.url`: one kind of database, the same every time; with
 * ON_ALL_DATABASES=1 (`npm run test:all`) every kind. For what databases may do differently (adapters, the log, projecting,
 * and, once each, replay and what must not leak) there is `databases`.
 */
export const databasesFor = (suite: string): readonly TestDatabase[] => oneOf(databases, suite)

/** Whether a run is to leave no combination out (`npm run test:all`, and the soak). */
export const isOnAll = process.env.ON_ALL_DATABASES === '1' || process.env.SOAK === '1'

/** What suites of many writers at once run on: the one whose connections do work side by side, where it is there. */
export const concurrentDatabases: readonly TestDatabase[] = isOnAll ? databases : databases.slice(-1)

/** One of these, by the suite's name; all of them where all are asked for. */
const oneOf = <Kind>(kinds: readonly Kind[], suite: string): readonly Kind[] => {
  if (isOnAll) return kinds
  const sum = Buffer.from(basename(suite)).reduce((soFar, byte) => soFar + byte, 0)
  return kinds.slice(sum % kinds.length).slice(0, 1)
}
