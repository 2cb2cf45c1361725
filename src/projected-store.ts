import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projections } from '../projections/index.js'
import { type Opening, openStore } from './commands/open-store.js'
import type { Config } from './config.js'
import { type EventStore, EventStoreUnavailable } from './event-store/event-store.js'
import { streamsOf } from './event-store/streams.js'
import type { Logger } from './logger.js'
import { openLog } from './open-log.js'
import { packageRoot } from './package-info.js'
import type { Databases } from './postgres/database.js'
import { ensureExtensions } from './postgres/extensions.js'
import { DatabaseClosed, isUnavailable } from './postgres/faults.js'
import { migrate } from './postgres/migrate.js'
import { openPglite } from './postgres/pglite.js'
import { openPostgres } from './postgres/postgres.js'
import { withUpkeep } from './postgres/upkeep.js'
import { createHolds } from './projector/hold-generations.js'
import { createLeadership } from './projector/leadership.js'
import type { ProjectorLog } from './projector/projector.js'
import { rebuild } from './projector/rebuild.js'
import type { RebuildOptions, Watch } from './projector/rebuild-report.js'
import { serveGenerations } from './projector/serve-generations.js'
import type { ServingParts } from './projector/served-generation.js'
import { createEmbedding } from './providers/create-embedding.js'
import { loadKindredWords } from './providers/static-embedding/kindred-file.js'

const NEVER = new AbortController().signal
const RETRY_MS = 500

export type Reporting = Omit<Opening, 'streams'> & {
  readonly logger: Logger
  readonly announce: (state: string) => void
  /** Whether requests are served meanwhile. */
  readonly serves: boolean
}

/** Opens the log and its read models, and starts the projector that keeps them up to date. */
export const openProjectedStore = async (
  config: Config,
  open: OpenDatabases,
  { logger, announce, serves, now, newId }: Reporting,
) => {
  announce('Opening the store')
  const [provider, kindred] = await Promise.all([createEmbedding(config.embedding), loadKindredWords()])
  const databases = await open()
  let store: EventStore | undefined
  const closeBoth = async () => {
    await store?.close()
    await databases.close()
  }
  try {
    const applied = await prepareDatabases(config, databases)
    const streams = streamsOf(config.eventStorePrefix)
    store = await openLog(config, { databases, logger })
    const logId = await openStore(store, provider, { streams, now, newId })
    const readSide = await followed({ databases, store, logId, serves }, reporting(logger, announce, store))
    announce('Bringing the read models up to date with the log')
    const close = async () => {
      await readSide.serving.close()
      await closeBoth()
    }
    return { databases, store, streams, provider, kindred, applied, ...readSide, close }
  } catch (error) {
    await closeBoth()
    throw error
  }
}

type Log = {
  readonly databases: Databases
  readonly store: EventStore
  readonly logId: string
  readonly serves: boolean
}

/** The read models of this version of the code, kept up to date, and a way to build them anew beside themselves. */
const followed = async ({ databases, store, logId, serves }: Log, log: ProjectorLog) => {
  const wanted = { databases, definition: migrations('read-model'), projectionsVersion: projections.version, logId }
  const holds = createHolds(databases)
  const leadership = createLeadership(databases)
  const ahead = databases.kind === 'postgres'
  const parts: ServingParts = { wanted, store, projections: projections.all, holds, leadership, log, ahead }
  const serving = await serveGenerations(parts)
  const gently = serves && !ahead
  /** Rejects when the projector has stopped at an event that it cannot apply. */
  const caughtUp = async () => {
    await serving.projector.reached(await persistently(() => store.end()), NEVER)
    if (serving.wasLive) return
    await persistently(serving.goLive)
  }
  return {
    serving,
    caughtUp,
    rebuild: (options: RebuildOptions, watch: Watch) =>
      rebuild({ ...parts, gently, moved: serving.look }, options, watch),
  }
}

/** Tries again while the database is not there. */
const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DatabaseClosed) throw error
      if (!isUnavailable(error) && !(error instanceof EventStoreUnavailable)) throw error
      await pause(RETRY_MS)
    }
  }
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
  databaseUrl === undefined
    ? withUpkeep(await openPglite(dataDir, { fsync: embeddedFsync }))
    : openPostgres(databaseUrl)

/** How far a position is from the end that has gaps before it, where nobody knows how many events there are. */
const shareOf = (position: bigint, end: bigint | 'start'): string =>
  `${end === 'start' || end <= position ? 100n : (100n * position) / end} %`

const reporting = (logger: Logger, announce: Reporting['announce'], { gapless }: EventStore) => ({
  progress: ({ position, end }: { position: bigint; end: bigint | 'start' }) =>
    announce(`Reading the log: ${gapless ? `${position} of ${end} events` : shareOf(position, end)}`),
  retrying: (error: unknown) => logger.warn({ err: error }, 'the projector tries again'),
  parked: (stream: string, fault: { position: bigint }) =>
    logger.error(
      { err: fault, stream, position: `${fault.position}` },
      'a user is parked at an event that cannot be applied',
    ),
  leads: () => logger.info('this process projects'),
  resumed: (stream: string) => logger.info({ stream }, 'a parked user goes on'),
  stopped: (fault: { position: bigint }) =>
    logger.fatal({ err: fault, position: `${fault.position}` }, 'the projector has stopped: writes are refused'),
})
