import { setTimeout as pause } from 'node:timers/promises'
import { OperationRefused, OperationUnderWay, type Watch } from '../concurrency/operation.js'
import { type EmbeddingModel, sameModel } from '../domain/embedding.js'
import type { EventStore } from '../event-store/event-store.js'
import type { Databases } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { readCheckpoint } from '../projector/apply/checkpoint.js'
import { editionOf, hashOf, liveOf, modelsOf, schemaOf } from '../projector/generations/generations.js'
import { createLeases } from '../projector/generations/leases.js'
import { ProjectorStopped } from '../projector/progress.js'
import type { ProjectorLog } from '../projector/projector.js'
import type { RebuildResult } from '../projector/rebuild/plan-rebuild.js'
import { rebuild } from '../projector/rebuild/rebuild.js'
import { editionWanted, rebuildingOf, type StoreContext } from './read-model-set.js'

const unheard = () => {}
const SILENT: ProjectorLog = {
  progress: unheard,
  retrying: unheard,
  stopped: unheard,
  leads: unheard,
  parked: unheard,
  resumed: unheard,
}

type Context = Omit<StoreContext, 'serves' | 'leases'>

/**
 * A comparison for each embedding model of which there are read models, the one that answers first: builds them anew, beside the
 * live ones, compares every row and drops the copy; or says why that cannot be. The store must not destroy keys, so that nothing
 * but the copy is written.
 */
export const comparisonsBeside = async (context: Context, chosen: EmbeddingModel) => {
  const all = await modelsOf(context.databases, editionOf(editionWanted(context)))
  const others = all.filter((other) => other.live && !sameModel(other, chosen))
  return [chosen, ...others].map((model) => ({
    model: model.model,
    answers: model === chosen,
    compare: async (watch: Watch): Promise<RebuildResult | { readonly why: string }> => {
      try {
        return await compareBeside(context, model, watch)
      } catch (error) {
        if (KNOWN.some((kind) => error instanceof kind)) return { why: messageOf(error) }
        throw error
      }
    },
  }))
}

const compareBeside = async (context: Context, model: EmbeddingModel, watch: Watch): Promise<RebuildResult> => {
  const { databases, store } = context
  const rebuilding = rebuildingOf({ ...context, leases: createLeases(databases) }, model, SILENT)
  const live = await liveOf(databases, hashOf(rebuilding.wanted))
  if (live !== undefined) await settled(databases, { schema: schemaOf(live), store, signal: watch.signal })
  return rebuild(rebuilding, { verify: true, dryRun: true }, watch)
}

const KNOWN = [OperationUnderWay, OperationRefused, ProjectorStopped]
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const [PATIENCE_MS, AGAIN_MS] = [5000, 100]

type Settling = { readonly schema: string; readonly store: Pick<EventStore, 'end'>; readonly signal: AbortSignal }

/** Nobody but a service brings the live ones to the end of the log, and an erasure to its own. */
const settled = async (databases: Databases, { schema, store, signal }: Settling): Promise<void> => {
  const db = databases.within(schema)
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    signal.throwIfAborted()
    const end = await store.end()
    const { place } = await readCheckpoint(db)
    const erasing = await db.rows(sql`select from parked where reason is null limit 1`)
    if (erasing.length === 0 && (end === 'start' || (place?.position ?? 0n) >= end)) return
    if (performance.now() > until)
      throw new OperationRefused(
        'The live read models have not come to the end of the log: start the service, or run `palimpsest migrate`.',
      )
    await pause(AGAIN_MS)
  }
}
