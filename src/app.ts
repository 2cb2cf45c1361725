import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { projections } from '../projections/index.js'
import { assembleApi } from './assemble-api.js'
import { openStore } from './commands/open-store.js'
import { createRecalls } from './commands/record-recalls.js'
import type { Config } from './config.js'
import { createPostgresEventStore } from './event-store/postgres-event-store.js'
import { streamsOf } from './event-store/streams.js'
import { createWakeup } from './event-store/wakeup.js'
import { createServer } from './http/server.js'
import type { Logger } from './logger.js'
import { packageRoot, version } from './package-info.js'
import type { Databases } from './postgres/database.js'
import { ensureExtensions } from './postgres/extensions.js'
import { isUnavailable, sqlState } from './postgres/faults.js'
import { migrate } from './postgres/migrate.js'
import { openPglite } from './postgres/pglite.js'
import { openPostgres } from './postgres/postgres.js'
import { goLive, openGeneration, schemaOf } from './projector/generations.js'
import { startProjector } from './projector/projector.js'
import { createEmbedding } from './providers/create-embedding.js'

export type App = {
  readonly handler: RequestListener
  /** Resolves when the read models have caught up with the log. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

const WOKEN = 'palimpsest_log'
const migrations = (kind: string) => join(packageRoot, 'migrations', kind)
const now = () => new Date().toISOString()
/** Classes of SQLSTATE that data is to blame for: data exception, integrity violation, program limit. */
const isDataFault = (error: unknown) => /^(22|23|54)/.test(sqlState(error) ?? '')

/** Opens the store, catches up and joins all parts: the only file that knows every adapter. */
export const openApp = async (config: Config, logger: Logger): Promise<App> => {
  const provider = await createEmbedding(config.embedding)
  const databases = await openDatabases(config)
  const embedded = databases.kind === 'pglite'
  await ensureExtensions(databases)
  await migrate(databases, migrations('log'), 'log')
  await migrate(databases, migrations('generations'), 'generations')
  const streams = streamsOf(config.eventStorePrefix)
  const store = createPostgresEventStore({
    db: databases.within('log'),
    prefix: config.eventStorePrefix,
    wakeup: await wakeupOver(databases),
    isUnavailable,
    maxAppendBytes: config.maxAppendBytes,
    page: embedded ? 100 : 1000,
  })
  const logId = await openStore(store, provider, { streams, now, newId: randomUUID })
  const generation = await openGeneration({
    databases,
    definition: migrations('read-model'),
    projectionsVersion: projections.version,
    logId,
  })
  const db = databases.within(schemaOf(generation))
  const projector = startProjector({
    store,
    model: { db, logId, projections: projections.all },
    isDataFault,
    log: {
      progress: ({ position, end }) => logger.info({ position: `${position}`, end: `${end}` }, 'catching up'),
      retrying: (error) => logger.warn({ err: error }, 'the projector tries again'),
      stopped: (fault) => logger.fatal({ err: fault, position: `${fault.position}` }, 'the projector has stopped'),
    },
  })
  const recalls = createRecalls({
    store,
    streams,
    now,
    newId: randomUUID,
    flushMs: config.recallFlushMs,
    failed: (error) => logger.warn({ err: error }, 'recalls could not be flushed yet'),
  })
  let live = false
  const catchUp = async () => {
    await projector.reached(await store.end(), new AbortController().signal)
    if (!generation.live) await goLive(databases, generation)
    live = true
  }
  const ready = catchUp()
  const api = assembleApi({
    store,
    streams,
    db,
    projector,
    provider,
    recalled: recalls.recalled,
    isLive: () => live,
    late: (stream, position, error) =>
      logger.warn({ err: error, stream, position: `${position}` }, 'a write is not shown yet'),
    now,
    newId: randomUUID,
    limits: config,
  })
  return {
    handler: createServer({ api, config, logger, version, provider, database: databases.kind }),
    ready,
    close: async () => {
      await recalls.close()
      await projector.close()
      await store.close()
      await databases.close()
    },
  }
}

const openDatabases = async ({ databaseUrl, dataDir, embeddedFsync }: Config): Promise<Databases> =>
  databaseUrl === undefined ? openPglite(dataDir, { fsync: embeddedFsync }) : openPostgres(databaseUrl)

const wakeupOver = (databases: Databases) =>
  createWakeup({
    notify: (position) => void databases.notify(WOKEN, `${position}`).catch(() => {}),
    listen: (heard) => databases.listen(WOKEN, heard),
  })
