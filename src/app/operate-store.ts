import { randomUUID } from 'node:crypto'
import type { RebuildingStore, ReembeddingStore } from '../cli/ports.js'
import { unlessAborted } from '../concurrency/unless-aborted.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'
import { createReembed } from '../operations/reembed/reembed.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import { ProjectorStopped } from '../projector/progress.js'
import { openDatabases, openProjectedStore } from './open-store.js'

/** The clock and the dice. */
export const source = { now: () => new Date().toISOString(), newId: randomUUID }

/** Opens the store for a change of its embedding model, whether services run on it or not. */
export const reembedStore = async (config: Config, logger: Logger): Promise<ReembeddingStore> => {
  const opened = await openAlone(config, logger)
  return { reembed: reembedOf(opened, config), close: opened.close }
}

export const reembedOf = (opened: Awaited<ReturnType<typeof openAlone>>, config: Config) =>
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

/** The store for an operation of a process of its own, which serves nobody. */
export const openAlone = (config: Config, logger: Logger) =>
  openProjectedStore(config, () => openDatabases(config), {
    ...source,
    logger,
    announce: (state) => logger.info(state),
    serves: false,
  })
