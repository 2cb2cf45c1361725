import { constants, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres, oneOf } from './database.js'

/** Where a service of its own process keeps its store, which outlives it. */
export type Place = {
  readonly settings: Readonly<Record<string, string>>
  /** The same databases, for this process; of the embedded ones only one process at a time may hold them. */
  readonly open: () => Promise<Databases>
  readonly remove: () => Promise<void>
}

/** An embedded database with the extensions, in a folder. */
export const makeEmbedded = async (folder: string): Promise<Place> => {
  await cp(inject('pgliteFolder'), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return {
    settings: { PALIMPSEST_DATA_DIR: folder, EMBEDDED_FSYNC: 'false' },
    open: () => openPglite(folder, { fsync: false }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const embedded = { name: 'PGlite', make: async () => makeEmbedded(await mkdtemp(join(tmpdir(), 'palimpsest-place-'))) }
const postgres = {
  name: 'Postgres',
  make: async (): Promise<Place> => {
    const made = await freshPostgres()
    if (!made) throw new Error('no Postgres')
    return { settings: { DATABASE_URL: made.url }, open: async () => openPostgres(made.url), remove: made.drop }
  },
}

type Places = readonly { readonly name: string; readonly make: () => Promise<Place> }[]

/** Every kind of place. */
export const places: Places = inject('postgres') === null ? [embedded] : [embedded, postgres]

/** The places that a suite runs in, as `databasesFor`. */
export const placesFor = (suite: string): Places => oneOf(places, suite)
