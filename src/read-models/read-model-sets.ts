import type { StoreState } from '../commands/store-stream.js'
import { sameModel } from '../domain/embedding.js'
import type { Streams } from '../event-store/event-store.js'
import type { Logger } from '../logger.js'
import { createLeases } from '../projector/generations/leases.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { type ActiveModel, followActiveModel } from './active-model.js'
import { projectorLog } from './projector-log.js'
import { editionWanted, openReadModelSet, type ReadModelSet, type StoreContext } from './read-model-set.js'

type OpenedStore = Omit<StoreContext, 'leases' | 'logId'> & {
  readonly streams: Streams
  readonly state: StoreState
}
type Telling = { readonly logger: Logger; readonly announce: (state: string) => void }

/**
 * Opens the read models of every embedding model that the settings name: one, or two while the store is changed from the
 * one to the other. Both are kept up to date; the one that the log names answers requests.
 */
export const openReadModelSets = async (
  { streams, state, ...opened }: OpenedStore,
  providers: readonly EmbeddingProvider[],
  { logger, announce }: Telling,
) => {
  const { databases, store, serves } = opened
  const leases = createLeases(databases)
  const context: StoreContext = { ...opened, logId: state.logId, leases }
  const readModelSets: ReadModelSet[] = []
  const close = async () => {
    await Promise.all(readModelSets.map(({ serving }) => serving.close()))
  }
  try {
    // The active model first: it must not wait for the other.
    for (const provider of activeFirst(providers, state)) {
      const answers = readModelSets.length === 0
      const told = answers ? announce : (what: string) => logger.info({ model: provider.model }, what)
      readModelSets.push(await openReadModelSet(context, { provider, answers, log: projectorLog(logger, told, store) }))
    }
    if (serves) await dropUnused(context, providers, { state, logger })
  } catch (error) {
    await close()
    throw error
  }
  const activeModel = await followActiveModel(readModelSets, state, { databases, store, streams, logger })
  return {
    readModelSets,
    activeModel,
    rebuild: rebuildOf(readModelSets, activeModel),
    /** Claims the right to embed what a model has not seen; undefined while another process has it. */
    claim: () => leases.claim(`vectors of ${state.logId}`),
    close: async () => {
      await activeModel.close()
      await close()
    },
  }
}

/** Rebuilds the read models of the active model, and those of the other one where they are of another log, too. */
const rebuildOf =
  (readModelSets: readonly ReadModelSet[], activeModel: ActiveModel): ReadModelSet['rebuild'] =>
  async (options, watch) => {
    const current = activeModel.current()
    const result = await current.rebuild(options, watch)
    if (!options.dryRun)
      for (const other of readModelSets)
        if (other !== current && (await other.isForeign())) await other.rebuild({ ...options, verify: false }, watch)
    return result
  }

const activeFirst = (providers: readonly EmbeddingProvider[], { chosen }: StoreState) =>
  [...providers].sort((a, b) => Number(sameModel(b, chosen)) - Number(sameModel(a, chosen)))

/** Drops the read models of embedding models that no setting names any more; the log keeps their vectors. */
const dropUnused = async (
  context: StoreContext,
  providers: readonly EmbeddingProvider[],
  { state, logger }: { readonly state: StoreState; readonly logger: Logger },
): Promise<void> => {
  const kept = [state.chosen, ...providers]
  const dropped = await context.leases.dropUnusedModels(editionWanted(context), kept).catch((error: unknown) => {
    logger.warn({ err: error }, 'read models that nobody uses could not be dropped')
    return []
  })
  for (const each of dropped) logger.info(each, 'dropped the read models of an embedding model that no process names')
}
