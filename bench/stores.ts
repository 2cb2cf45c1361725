import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, configFrom, type Variables } from '../src/config/config.js'
import type { Databases } from '../src/postgres/database.js'
import { withMaintenance } from '../src/postgres/maintenance.js'
import { openPglite } from '../src/postgres/pglite.js'
import { openPostgres } from '../src/postgres/postgres.js'
import { startServer } from '../test/support/database-server.js'
import { anotherDatabase, durable } from './durable.js'

export const STORES = ['embedded', 'postgres'] as const
export type StoreName = (typeof STORES)[number]

/** A store of its own, empty; as durable as the service's. */
export type Place = {
  readonly store: StoreName
  readonly config: Config
  /** As the service opens it; `upkeep` is called for each step of the embedded store's own. */
  readonly open: (maintenance: () => void) => Promise<Databases>
  /** Another one of its kind, empty as well. */
  readonly beside: (name: string) => Promise<Place>
}

/** Why a store is not measured. */
export type Missing = { readonly store: StoreName; readonly why: string }

/** Runs `work` for each of the stores in a folder that is gone afterwards; answers with those that could not be had. */
export const eachStore = async (
  stores: readonly StoreName[],
  work: (place: Place) => Promise<void>,
): Promise<readonly Missing[]> => {
  const missing: Missing[] = STORES.filter((store) => !stores.includes(store)).map(notAsked)
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
  await chmod(folder, 0o755) // the server runs as another user
  try {
    if (stores.includes('embedded')) await work(embedded(join(folder, 'embedded')))
    if (stores.includes('postgres')) missing.push(...(await onServer(folder, work)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return missing
}

const notAsked = (store: StoreName): Missing => ({ store, why: 'not asked for' })

const onServer = async (folder: string, work: (place: Place) => Promise<void>): Promise<readonly Missing[]> => {
  const server = await startServer(folder)
  try {
    if (server.url === null) return [{ store: 'postgres', why: server.about }]
    await work(postgres(await durable(server.url)))
    return []
  } finally {
    await server.stop()
  }
}

const embedded = (directory: string): Place => ({
  store: 'embedded',
  config: settings({ PALIMPSEST_DATA_DIR: directory }),
  open: async (stepped) => withMaintenance(await openPglite(directory, { fsync: true }), { stepped }),
  beside: async (name) => embedded(`${directory}-${name}`),
})

const postgres = (url: string): Place => ({
  store: 'postgres',
  config: settings({ DATABASE_URL: url }),
  open: async () => withMaintenance(openPostgres(url)),
  beside: async (name) => postgres(await anotherDatabase(url, name)),
})

const settings = (variables: Variables): Config => configFrom({ ...variables, LOG_LEVEL: 'silent' })
