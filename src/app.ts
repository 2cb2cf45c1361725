import { randomUUID } from 'node:crypto'
import type { ApiParts } from './api-parts.js'
import { assembleApi } from './assemble-api.js'
import type { Announce, App, RebuildingStore } from './cli/ports.js'
import { createRecalls } from './commands/record-recalls.js'
import type { Config } from './config.js'
import { edgeSettings } from './edge-settings.js'
import { createServer } from './http/server.js'
import type { Logger } from './logger.js'
import { replayOf } from './open-to-replay.js'
import { type OpenDatabases, openDatabases, openProjectedStore } from './projected-store.js'
import { ProjectorStopped } from './projector/progress.js'

export { copyStore } from './copy-store.js'
export { planStore } from './look-at-store.js'
export { openToReplay } from './open-to-replay.js'

const source = { now: () => new Date().toISOString(), newId: randomUUID }

/** Opens the store that the settings name and joins all parts. */
export const openApp = (config: Config, logger: Logger, announce: Announce): Promise<App> =>
  openAppOn(() => openDatabases(config))(config, logger, announce)

/** The same over databases that somebody else opens; the application closes them. */
export const openAppOn =
  (open: OpenDatabases) =>
  async (config: Config, logger: Logger, announce: Announce): Promise<App> => {
    const opened = await openProjectedStore(config, open, { ...source, logger, announce, serves: true })
    const recalls = openRecalls(opened, config, logger)
    let live = false
    const ready = opened.caughtUp().then(
      () => {
        live = true
      },
      // At an event that cannot be applied, what was live before is still read; health and writes answer 503.
      (error: unknown) => {
        // That one the projector has told itself.
        if (!(error instanceof ProjectorStopped)) logger.error({ err: error }, 'the read models cannot be served')
        live = opened.serving.wasLive
      },
    )
    const late: ApiParts['late'] = (stream, position, error) =>
      logger.warn({ err: error, stream, position: `${position}` }, 'a write is not shown yet')
    const { recalled } = recalls
    const api = assembleApi({
      ...opened,
      ...opened.serving,
      ...source,
      recalled,
      isLive: () => live,
      late,
      limits: config,
    })
    const handler = createServer({ api, logger, ...edgeSettings(config, opened.databases.kind) })
    const close = async () => {
      await recalls.close()
      await opened.close()
    }
    const replay = replayOf({ ...opened, config, reading: opened.serving.reading })
    return { handler, ready, rebuild: opened.rebuild, replay, close }
  }

const openRecalls = ({ store, streams }: Pick<ApiParts, 'store' | 'streams'>, config: Config, logger: Logger) =>
  createRecalls({
    store,
    streams,
    ...source,
    flushMs: config.recallFlushMs,
    failed: (error) => logger.warn({ err: error }, 'recalls could not be flushed yet'),
  })

/** Brings schemas and read models up to date and closes the store; a sentence for each thing done. */
export const prepareStore = async (config: Config, logger: Logger): Promise<readonly string[]> => {
  const opened = await openAlone(config, logger)
  const { applied, caughtUp, serving, close } = opened
  try {
    await caughtUp()
    return [
      applied === 0 ? 'The schemas are up to date.' : `The schemas have ${applied} new migrations.`,
      `The read models in ${serving.schema()} show the log up to position ${serving.projector.position()}.`,
    ]
  } finally {
    await close()
  }
}

/** Builds the read models anew beside the live ones, whether services run on them or not, and closes the store. */
export const rebuildStore = async (config: Config, logger: Logger): Promise<RebuildingStore> => {
  const { rebuild, caughtUp, close } = await openAlone(config, logger)
  return {
    rebuild: async (options, watch) => {
      await caughtUp()
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
