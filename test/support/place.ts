import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres } from './database.js'

/** Where a service of its own process keeps its store, which outlives it. */
export type Place = {
  readonly settings: Readonly<Record<string, string>>
  /** The same databases, for this process; of the embedded ones only one process at a time may hold them. */
  readonly open: () => Promise<Databases>
  readonly remove: () => Promise<void>
}

/** An embedded database with the extensions, in a folder. */
export const makeEmbedded = async (folder: string): Promise<Place> => {
  const made = new Blob([await readFile(inject('pgliteDump'))])
  await (await openPglite(folder, { fsync: false, loadDataDir: made })).close()
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

/** Every kind of place: `describe.each(places)('… on $name', ({ make }) => …)`. */
export const places: readonly { readonly name: string; readonly make: () => Promise<Place> }[] =
  inject('postgres') === null ? [embedded] : [embedded, postgres]
