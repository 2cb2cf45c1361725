import type { StoreState } from '../commands/store-stream.js'
import { sameModel } from '../domain/embedding.js'
import type { Streams } from '../event-store/event-store.js'
import type { Logger } from '../logger.js'
import { createHolds } from '../projector/generations/leases.js'
import { createLeadership } from '../projector/leadership.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { type Answering, answeringFamily } from './active-model.js'
import { projectorLog } from './projector-log.js'
import { editionWanted, type Family, type Ground, openFamily } from './read-model-set.js'

type Soil = Omit<Ground, 'holds' | 'leadership' | 'logId'> & { readonly streams: Streams; readonly state: StoreState }
type Telling = { readonly logger: Logger; readonly announce: (state: string) => void }

/**
 * Opens the read models of every embedding model that the settings name: one, or two while the store is changed from the
 * one to the other. Both are kept up to date, and one of them answers requests: that which the log names.
 */
export const openFamilies = async (
  { streams, state, ...soil }: Soil,
  providers: readonly EmbeddingProvider[],
  { logger, announce }: Telling,
) => {
  const { databases, store, serves } = soil
  const holds = createHolds(databases)
  const ground: Ground = { ...soil, logId: state.logId, holds, leadership: createLeadership(databases) }
  const families: Family[] = []
  const close = async () => {
    await Promise.all(families.map(({ serving }) => serving.close()))
  }
  try {
    // That which answers first: it must not wait for the other.
    for (const provider of answeringFirst(providers, state)) {
      const answers = families.length === 0
      const told = answers ? announce : (what: string) => logger.info({ model: provider.model }, what)
      families.push(await openFamily(ground, { provider, answers, log: projectorLog(logger, told, store) }))
    }
    if (serves) await dropUnused(ground, providers, { state, logger })
  } catch (error) {
    await close()
    throw error
  }
  const answering = await answeringFamily(families, state, { databases, store, streams, logger })
  return {
    families,
    answering,
    rebuild: rebuildOf(families, answering),
    /** Claims the right to embed what a model has not seen; undefined while another process has it. */
    claim: () => holds.claim(`vectors of ${state.logId}`),
    close: async () => {
      await answering.close()
      await close()
    },
  }
}

/** Builds the family that answers anew, and the one beside it where the log was replaced under that one, too. */
const rebuildOf =
  (families: readonly Family[], answering: Answering): Family['rebuild'] =>
  async (options, watch) => {
    const current = answering.current()
    const result = await current.rebuild(options, watch)
    if (!options.dryRun)
      for (const other of families)
        if (other !== current && (await other.isForeign())) await other.rebuild({ ...options, verify: false }, watch)
    return result
  }

const answeringFirst = (providers: readonly EmbeddingProvider[], { chosen }: StoreState) =>
  [...providers].sort((a, b) => Number(sameModel(b, chosen)) - Number(sameModel(a, chosen)))

/** What a model that nobody is configured for has left behind goes; the log keeps its vectors. */
const dropUnused = async (
  ground: Ground,
  providers: readonly EmbeddingProvider[],
  { state, logger }: { readonly state: StoreState; readonly logger: Logger },
): Promise<void> => {
  const kept = [state.chosen, ...providers]
  const dropped = await ground.holds.collectFamilies(editionWanted(ground), kept).catch((error: unknown) => {
    logger.warn({ err: error }, 'read models that nobody uses could not be dropped')
    return []
  })
  for (const each of dropped) logger.info(each, 'dropped the read models of an embedding model that no process names')
}
