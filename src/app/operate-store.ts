import { randomUUID } from 'node:crypto'
import { readStore } from '../commands/open-store.js'
import { createExpireConflicts, derivingFewOpen } from '../commands/resolve-conflict.js'
import { createTransact } from '../commands/transact.js'
import { OperationRefused, type Watch } from '../concurrency/operation.js'
import { unlessAborted } from '../concurrency/unless-aborted.js'
import type { Config } from '../config/config.js'
import { createSettings } from '../config/runtime-settings.js'
import { type StoreStreams, storeStreamsOf } from '../event-store/event-store.js'
import { createDerive } from '../ingest/facts/derive.js'
import { signerOf } from '../integrity/checkpoint.js'
import type { Logger } from '../logger.js'
import { createSignCheckpoint } from '../operations/checkpoints/sign-checkpoint.js'
import { createReembed } from '../operations/reembed/reembed.js'
import { createReingest } from '../operations/reingest/reingest.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import { ProjectorStopped, reachedUnlessParked } from '../projector/progress.js'
import {
  nothingToRebuild,
  planRebuild,
  type RebuildOptions,
  type RebuildResult,
} from '../projector/rebuild/plan-rebuild.js'
import { derivableEpisode } from '../queries/derivable-episode.js'
import { readYourWritesOf, secondaryModelOf } from './api-per-model.js'
import { openDeriver } from './background-work.js'
import { closing, limitsOf, withLog } from './open-log.js'
import { isPrepared, openDatabases, openProjectedStore, readModelsOf } from './open-store.js'

/** The clock and random ids. */
export const source = { now: () => new Date().toISOString(), newId: randomUUID }

/** Opens the store for a change of its embedding model, whether services run on it or not. */
export const reembedStore = async (config: Config, logger: Logger) => {
  const opened = await openAlone(config, logger)
  return { reembed: reembedOf(opened, config), close: opened.close }
}

export const reembedOf = (opened: Awaited<ReturnType<typeof openAlone>>, config: Config) =>
  createReembed({ ...opened, ...source, next: config.nextEmbedding, limits: limitsOf(config) })

/** Opens the store to derive facts of episodes that were taken in without a language model, beside services or without. */
export const reingestStore = async (config: Config, logger: Logger) => {
  const { llm } = config
  const deriver = await openDeriver(config, createSettings(config))
  if (llm.provider === 'none' || deriver.model === undefined) throw new OperationRefused('No language model is set.')
  const opened = await openAlone(config, logger)
  const { readModelSets, activeModel, databases } = opened
  const active = activeModel.current()
  const others = readModelSets.filter((other) => other !== active)
  const { reading } = active.serving
  const { mostOf } = config
  const write = {
    ...source,
    streams: opened.streams,
    relatedTerms: opened.relatedTerms,
    reading,
    banks: undefined,
    episode: derivableEpisode,
    deriver,
    provider: active.provider,
    secondaryModels: others.map(({ provider }) => secondaryModelOf(provider, logger)),
    transact: transactOn(opened, active, { config, logger }),
    timeoutMs: config.writeTimeoutMs,
    conflictExpiryMs: config.conflicts.expiryMs,
    mostOpenConflicts: mostOf.openConflicts,
    mostLessons: mostOf.lessons,
    maxAppendBytes: limitsOf(config).maxAppendBytes,
    quota: config.memoryCap,
  }
  const derive = derivingFewOpen(createDerive(write), createExpireConflicts(write))
  const { caughtUp } = active
  const { prices, end: breakOff } = deriver
  const parts = { databases, reading, caughtUp, derive, breakOff, prices, atOnce: llm.concurrentCalls }
  const close = async () => {
    deriver.end()
    await opened.close()
  }
  return { reingest: createReingest(parts), close }
}

/** Signs checkpoints of the log, as it is kept, with the store's key. */
export const signingOf = (
  {
    log,
    streams,
    databases,
    logId,
    keyedHashes,
  }: Pick<Opened, 'log' | 'databases' | 'logId' | 'keyedHashes'> & { readonly streams: StoreStreams },
  { signedCheckpoints: schedule }: Config,
) =>
  createSignCheckpoint({
    store: log,
    streams,
    schedule,
    ...source,
    heads: { db: databases.within('generations'), logId },
    sign: signerOf(keyedHashes.checkpointSeed),
  })

export type Opened = Awaited<ReturnType<typeof openAlone>>

export const transactOn = (
  { store }: Pick<Opened, 'store'>,
  { serving: { projector } }: Opened['readModelSets'][number],
  { config, logger }: { readonly config: Config; readonly logger: Logger },
) => {
  const { shown } = readYourWritesOf(projector, config, logger)
  // No request waits for it, so none is answered again.
  return createTransact(store, { reached: reachedUnlessParked(projector), shown }, async () => undefined)
}

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

/** Says what a rebuild would do to the store that the settings name, and writes nothing. Throws OperationRefused. */
export const planStore = async (config: Config): Promise<RebuildResult> =>
  closing(await openDatabases(config), async (databases) => {
    if (!(await isPrepared(config, databases))) throw nothingToRebuild('the database holds no store yet')
    return withLog(config, { databases }, async (store) => {
      const opened = await readStore(store, storeStreamsOf(config.eventStorePrefix))
      if (opened === undefined) throw nothingToRebuild('the database holds no store of this prefix yet')
      return planRebuild(readModelsOf(databases, opened), store)
    })
  })

/** Rebuilds the read models next to the live ones, whether services run on them or not, and closes the store. */
export const rebuildStore = async (config: Config, logger: Logger) => {
  const { activeModel, rebuild, close } = await openAlone(config, logger)
  return {
    rebuild: async (options: RebuildOptions, watch: Watch) => {
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
