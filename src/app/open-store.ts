import { join } from 'node:path'
import { type KeyPlace, openMasterKey } from '../commands/master-key.js'
import type { StoreState } from '../commands/open-store.js'
import { type Opening, openStore } from '../commands/open-store.js'
import { remembered } from '../concurrency/remembered.js'
import type { Config } from '../config/config.js'
import { packageRoot } from '../config/package-info.js'
import { type EventStore, storeStreamsOf, streamsOf } from '../event-store/event-store.js'
import { createDataKeys, type DataKeys } from '../event-store/sealing/data-keys.js'
import { sealingEventStore } from '../event-store/sealing/sealing-event-store.js'
import { takeWrappingKey } from '../event-store/sealing/wrapping-key.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import { ensureExtensions } from '../postgres/extensions.js'
import { isUnavailable } from '../postgres/faults.js'
import { withMaintenance } from '../postgres/maintenance.js'
import { masterKeyFile, masterKeyTable } from '../postgres/master-key.js'
import { migrate } from '../postgres/migrate.js'
import { openPglite } from '../postgres/pglite.js'
import { openPostgres } from '../postgres/postgres.js'
import { sql } from '../postgres/sql.js'
import { withStatementLog } from '../postgres/statement-log.js'
import type { ReadModels } from '../projector/generations/generations.js'
import { holdSecretKey, type Release } from '../projector/generations/leases.js'
import { createEmbedding } from '../providers/create-embedding.js'
import { loadRelatedTerms } from '../providers/static-embedding/model-files.js'
import { editionWanted } from '../read-models/read-model-set.js'
import { openReadModelSets } from '../read-models/read-model-sets.js'
import { openLog } from './open-log.js'

export type Reporting = Omit<Opening, 'streams'> & {
  readonly logger: Logger
  readonly announce: (state: string) => void
  /** Whether requests are served meanwhile. */
  readonly serves: boolean
}

/** Read once by a process, however many stores it opens. */
const relatedTermsOnce = remembered(() => loadRelatedTerms())

/** Opens the log and its read models, and starts the projector that keeps them up to date. */
export const openProjectedStore = async (
  config: Config,
  open: OpenDatabases,
  { logger, announce, serves, now, newId }: Reporting,
) => {
  announce('Opening the store')
  const [providers, relatedTerms] = await Promise.all([embeddingsOf(config), relatedTermsOnce()])
  const databases = logged(config, await open(), logger)
  let store: EventStore | undefined
  let releaseKey: Release | undefined
  const closeBoth = async () => {
    await store?.close()
    await releaseKey?.()
    await databases.close()
  }
  try {
    const applied = await prepareDatabases(config, databases)
    const opening = { streams: storeStreamsOf(config.eventStorePrefix), now, newId }
    const log = await openLog(config, { databases, logger })
    store = log
    const state = await openStore(log, providers, opening)
    releaseKey = await holdSecretKey(databases)
    const sealing = await openSealing(config, { databases, log, opening })
    store = sealing.store
    const opened = { ...sealing, databases, state, serves, definition: migrations('read-model') }
    const { close: closeReadModels, ...read } = await openReadModelSets(opened, providers, { logger, announce })
    announce('Bringing the read models up to date with the log')
    const close = async () => {
      await closeReadModels()
      await closeBoth()
    }
    const { logId } = state
    return { databases, log, ...sealing, logId, relatedTerms, applied, ...read, close }
  } catch (error) {
    await closeBoth()
    throw error
  }
}

const logged = ({ log }: Config, databases: Databases, logger: Logger): Databases =>
  log.statements ? withStatementLog(databases, (statement) => logger.info(statement, 'statement')) : databases

type Unsealed = {
  readonly databases: Databases
  /** As it is kept. */
  readonly log: EventStore
  readonly opening: Opening
}

/** The log as those have it who write and read it, and the names of its streams. */
export const openSealing = async (config: Config, { databases, log, opening }: Unsealed) => {
  const wantedKey = { given: config.masterKey, place: keyPlaceOf(databases) }
  const { hashes: keyedHashes, wrappingKey } = await openMasterKey(log, wantedKey, opening)
  await takeWrappingKey(databases.within('generations'), { prefix: config.eventStorePrefix, wrappingKey })
  const keys = dataKeysOf(config, { databases, wrappingKey })
  const streams = streamsOf(config.eventStorePrefix, keyedHashes.user)
  return { store: sealingEventStore(log, { keys, isUnavailable }), keys, streams, keyedHashes }
}

type Wrapped = { readonly databases: Databases; readonly wrappingKey: Uint8Array }

/** The keys of what is sealed in the log. They lie in the database of the read models, wherever the log is. */
export const dataKeysOf = (
  { eventStore, eventStorePrefix: prefix }: Config,
  { databases, wrappingKey }: Wrapped,
): DataKeys =>
  createDataKeys({ db: databases.within('generations'), prefix, wrappingKey, besideLog: eventStore === undefined })

/** Where the store's secret key is kept when the settings name none: apart from the log and from the read models. */
export const keyPlaceOf = (databases: Databases): KeyPlace =>
  databases.directory === undefined ? masterKeyTable(databases) : masterKeyFile(databases.directory)

/** The model of the store and, while it is to be changed, the next one: whichever way round, the log says which answers. */
export const embeddingsOf = async ({ embedding, nextEmbedding }: Config) => {
  const next = nextEmbedding === undefined ? [] : [await createEmbedding(nextEmbedding)]
  return [await createEmbedding(embedding), ...next] as const
}

/** Extensions and schemas that outlive every generation; answers with how many migrations were new. */
export const prepareDatabases = async ({ eventStore }: Config, databases: Databases): Promise<number> => {
  await ensureExtensions(databases)
  const log = eventStore === undefined ? await migrate(databases, migrations('log'), 'log') : []
  const generations = await migrate(databases, migrations('generations'), 'generations')
  return log.length + generations.length
}

/** Where the SQL files of one kind lie. */
export const migrations = (kind: string) => join(packageRoot, 'migrations', kind)

export type OpenDatabases = () => Promise<Databases>

/** The embedded directory, or the server that the settings name. */
export const openDatabases = async ({ databaseUrl, dataDir, embeddedFsync }: Config): Promise<Databases> =>
  withMaintenance(
    databaseUrl === undefined ? await openPglite(dataDir, { fsync: embeddedFsync }) : openPostgres(databaseUrl),
  )

/** The read models of this version of the code that answer requests. */
export const readModelsOf = (databases: Databases, { logId, chosen: model }: StoreState): ReadModels => ({
  ...editionWanted({ databases, logId, definition: migrations('read-model') }),
  model,
})

/** Whether a service has ever been started on it. */
export const isPrepared = async (config: Config, databases: Databases): Promise<boolean> => {
  const { log, generations } = await schemasIn(config, databases)
  return log && generations
}

/** Whether there is a log, and whether there may be read models. */
export const schemasIn = async (
  { eventStore }: Config,
  databases: Databases,
): Promise<{ readonly log: boolean; readonly generations: boolean }> => {
  const [found] = await databases.within('public').rows<{ events: boolean; generations: boolean }>(sql`
    select to_regclass('log.event') is not null as events,
           to_regclass('generations.generation') is not null as generations`)
  return { log: eventStore !== undefined || found?.events === true, generations: found?.generations === true }
}
