import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { addressOf, createDatabase } from './database-template.js'

export type TestDatabase = {
  readonly name: string
  /** A fresh database with the extensions and nothing else; closing it takes it away. */
  open(): Promise<Databases>
}

const pglite: TestDatabase = {
  name: 'PGlite',
  async open() {
    return openPglite(undefined, { fsync: false, loadDataDir: new Blob([await readFile(inject('pgliteDump'))]) })
  },
}

const postgres = (server: string, template: string): TestDatabase => ({
  name: 'Postgres',
  async open() {
    const { url, drop } = await createUrl(server, template)
    const databases = openPostgres(url)
    const close = async () => {
      await databases.close()
      await drop()
    }
    return { ...databases, close }
  },
})

/** The address of a fresh Postgres database; undefined where the tests have no Postgres. */
export const freshPostgres = async (): Promise<{ url: string; drop(): Promise<void> } | undefined> => {
  const given = inject('postgres')
  return given === null ? undefined : createUrl(given.url, given.template)
}

const createUrl = async (server: string, template: string): Promise<{ url: string; drop(): Promise<void> }> => {
  const { name, drop } = await createDatabase(server, 't', template)
  return { url: addressOf(server, name), drop }
}

/** Every kind of database that a suite should run on: `describe.each(databases)('… on $name', ({ open }) => …)`. */
export const databases: readonly TestDatabase[] = (() => {
  const given = inject('postgres')
  return given === null ? [pglite] : [pglite, postgres(given.url, given.template)]
})()
