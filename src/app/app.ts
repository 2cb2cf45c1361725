import { randomUUID } from 'node:crypto'
import type { Announce, App, RebuildingStore, ReembeddingStore } from '../cli/ports.js'
import { createRecalls } from '../commands/record-recalls.js'
import { unlessAborted } from '../concurrency/unless-aborted.js'
import type { Config } from '../config/config.js'
import { createSettings } from '../config/runtime-settings.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import { createServer } from '../http/server.js'
import type { Logger } from '../logger.js'
import { createReembed } from '../operations/reembed/reembed.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import { ProjectorStopped } from '../projector/progress.js'
import { createApiPerModel } from './api-per-model.js'
import { openDeriver, resumeRegularly } from './deriving.js'
import { edgeSettings } from './http-settings.js'
import { watchLogEnd } from './log-end.js'
import { replayOf } from './open-for-replay.js'
import { type OpenDatabases, openDatabases, openProjectedStore } from './open-store.js'
import { abandonRegularly } from './writes.js'

export { copyStore } from './copy-store.js'
export { planStore } from './inspect-store.js'
export { openToReplay } from './open-for-replay.js'

const source = { now: () => new Date().toISOString(), newId: randomUUID }

/** Opens the store that the settings name and joins all parts. */
export const openApp = (config: Config, logger: Logger, announce: Announce): Promise<App> =>
  openAppOn(() => openDatabases(config))(config, logger, announce)

/** The same over databases that somebody else opens; the application closes them. */
export const openAppOn =
  (open: OpenDatabases) =>
  async (config: Config, logger: Logger, announce: Announce): Promise<App> => {
    const opened = await openProjectedStore(config, open, { ...source, logger, announce, serves: true })
    const { activeModel, readModelSets, databases } = opened
    const recalls = openRecalls(opened, config, logger)
    const settings = createSettings(config)
    const deriver = await openDeriver(config, settings)
    const more = {
      ...{ logEnd: watchLogEnd(opened.store), recalled: recalls.recalled, limits: config, deriver },
      derivingFailed: (error: unknown, { episodeId }: { readonly episodeId: string }) =>
        logger.warn({ err: error, episodeId }, 'facts of an episode could not be derived yet'),
    }
    const perModel = createApiPerModel(readModelSets, { ...opened, ...source, ...more }, { activeModel, logger })
    const { api } = perModel
    const answeredBy = () => activeModel.current().provider
    const handler = createServer({
      api,
      logger,
      ...edgeSettings(config, settings, { database: databases.kind, answeredBy }),
    })
    const abandoning = abandonRegularly(() => api().abandonUnfinished(), logger)
    const resuming = resumeRegularly({ lock: databases.lock, api, logger })
    const close = async () => {
      abandoning.stop()
      deriver.end()
      await resuming.stop()
      await api().derivingIdle()
      await recalls.close()
      await perModel.close()
      await opened.close()
    }
    const caughtUp = activeModel.current().caughtUp()
    caughtUp.then(perModel.warmUp, () => {}) // why not, is said below
    const begin = () => {
      resuming.begin()
      return abandoning.begin()
    }
    const ready = caughtUp.then(begin, failureOf)
    const replay = replayOf({ ...opened, config, reading: (work) => activeModel.current().serving.reading(work) })
    return { handler, ready, rebuild: opened.rebuild, reembed: reembedOf(opened, config), replay, close }
  }

const UNSERVED = 'The read models cannot be served: the messages on stderr say why.'
const failureOf = (error: unknown) => (error instanceof ProjectorStopped ? error.message : UNSERVED)

const openRecalls = ({ store, streams }: { store: EventStore; streams: Streams }, config: Config, logger: Logger) =>
  createRecalls({
    store,
    streams,
    ...source,
    flushMs: config.recallFlushMs,
    failed: (error) => logger.warn({ err: error }, 'recalls could not be flushed yet'),
  })

/** Opens the store for a change of its embedding model, whether services run on it or not. */
export const reembedStore = async (config: Config, logger: Logger): Promise<ReembeddingStore> => {
  const opened = await openAlone(config, logger)
  return { reembed: reembedOf(opened, config), close: opened.close }
}

const reembedOf = (opened: Awaited<ReturnType<typeof openAlone>>, config: Config) =>
  createReembed({ ...opened, ...source, next: config.nextEmbedding, limits: config })

/** Brings schemas and read models up to date and closes the store; a sentence for each thing done. */
export const prepareStore = async (config: Config, logger: Logger): Promise<readonly string[]> => {
  const opened = await openAlone(config, logger)
  const { applied, readModelSets, close } = opened
  try {
    await Promise.all(readModelSets.map(({ caughtUp }) => caughtUp()))
    return [
      applied === 0 ? 'The schemas are up to date.' : `The schemas have ${applied} new migrations.`,
      ...readModelSets.map(
        ({ serving: { schema, projector } }) =>
          `The read models in ${schema()} show the log up to position ${projector.position()}.`,
      ),
    ]
  } finally {
    await close()
  }
}

/** Rebuilds the read models next to the live ones, whether services run on them or not, and closes the store. */
export const rebuildStore = async (config: Config, logger: Logger): Promise<RebuildingStore> => {
  const { activeModel, rebuild, close } = await openAlone(config, logger)
  return {
    rebuild: async (options, watch) => {
      const caughtUp = activeModel
        .current()
        .caughtUp()
        .catch((error: unknown) => {
          // That is what a rebuild mends.
          if (!(error instanceof ProjectorStopped && error.cause instanceof ForeignReadModel)) throw error
        })
      await unlessAborted(caughtUp, watch.signal)
      return rebuild(options, watch)
    },
    close,
  }
}

const openAlone = (config: Config, logger: Logger) =>
  openProjectedStore(config, () => openDatabases(config), {
    ...source,
    logger,
    announce: (state) => logger.info(state),
    serves: false,
  })
