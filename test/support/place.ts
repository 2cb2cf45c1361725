import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres, freshStoreOnPostgres, isOnAll } from './database.js'

/** Where a service of its own process keeps its store, which outlives it. */
export type Place = {
  readonly settings: Readonly<Record<string, string>>
  /** The same databases, for this process; of the embedded ones only one process at a time may hold them. */
  readonly open: () => Promise<Databases>
  readonly remove: () => Promise<void>
}

/** An embedded database with the extensions, in a folder. */
export const makeEmbedded = (folder: string): Promise<Place> => copyOf('pgliteFolder', folder)

/** An embedded store that a service opens as quickly as one that it has served before. */
export const makeStore = (folder: string): Promise<Place> => copyOf('storeFolder', folder)

const copyOf = async (kept: 'pgliteFolder' | 'storeFolder', folder: string): Promise<Place> => {
  cpSync(inject(kept), folder, { recursive: true }) // `cp` takes three times as long for a thousand files
  return placeIn(folder)
}

/** The embedded store that lies in a folder already. */
const placeIn = (folder: string): Place => ({
  settings: { PALIMPSEST_DATA_DIR: folder, EMBEDDED_FSYNC: 'false' },
  open: () => openPglite(folder, { fsync: false }),
  remove: () => rm(folder, { recursive: true, force: true }),
})

const ownFolder = () => mkdtemp(join(tmpdir(), 'palimpsest-place-'))
const embedded = {
  name: 'PGlite',
  make: async () => makeEmbedded(await ownFolder()),
  makeStore: async () => makeStore(await ownFolder()),
}
const onServer = async (fresh: typeof freshPostgres): Promise<Place> => {
  const made = await fresh()
  if (!made) throw new Error('no Postgres')
  return { settings: { DATABASE_URL: made.url }, open: async () => openPostgres(made.url), remove: made.drop }
}
const postgres = {
  name: 'Postgres',
  make: () => onServer(freshPostgres),
  makeStore: () => onServer(freshStoreOnPostgres),
}

export type Places = readonly {
  readonly name: string
  /** An empty database. */
  readonly make: () => Promise<Place>
  /** The same, or a store that is prepared already. */
  readonly makeStore: () => Promise<Place>
}[]

/** Every kind of place. */
export const places: Places = inject('postgres') === null ? [embedded] : [embedded, postgres]

/**
 * What suites of processes and commands run in, of which each opens the store anew: a server, where there is one, for that
 * takes a command far less than to start the embedded database.
 */
export const usualPlaces: Places = isOnAll ? places : places.slice(-1)
