import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddingModel } from '../domain/embedding.js'
import type { EventStore } from '../event-store/event-store.js'
import type { Databases } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { readCheckpoint } from '../projector/apply/checkpoint.js'
import { hashOf, liveOf, schemaOf } from '../projector/generations/generations.js'
import { createLeases } from '../projector/generations/leases.js'
import { createLeadership } from '../projector/leader-election.js'
import { ProjectorStopped } from '../projector/progress.js'
import type { ProjectorLog } from '../projector/projector.js'
import { NothingToRebuild, type RebuildResult, type Watch } from '../projector/rebuild/plan-rebuild.js'
import { RebuildUnderWay, rebuild } from '../projector/rebuild/rebuild.js'
import { SwapRefused } from '../projector/rebuild/swap-generations.js'
import { rebuildingOf, type StoreContext } from './read-model-set.js'

/** There is no rebuild that the read models could be compared with; the message says why. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable'
}

const unheard = () => {}
const SILENT: ProjectorLog = {
  ...{ progress: unheard, retrying: unheard, stopped: unheard },
  ...{ leads: unheard, parked: unheard, resumed: unheard },
}

/**
 * Builds the read models of an embedding model anew, beside the live ones, compares every row and drops the copy. The store
 * must not destroy keys, so that nothing but the copy is written. Throws NotComparable.
 */
export const compareBeside = async (
  context: Omit<StoreContext, 'serves' | 'leases' | 'leadership'>,
  model: EmbeddingModel,
  watch: Watch,
): Promise<RebuildResult> => {
  const { databases, store } = context
  const locks = { leases: createLeases(databases), leadership: createLeadership(databases) }
  const rebuilding = rebuildingOf({ ...context, ...locks }, model, SILENT)
  const live = await liveOf(databases, hashOf(rebuilding.wanted))
  if (live !== undefined) await settled(databases, { schema: schemaOf(live), store, signal: watch.signal })
  try {
    return await rebuild(rebuilding, { verify: true, dryRun: true }, watch)
  } catch (error) {
    if (KNOWN.some((kind) => error instanceof kind)) throw new NotComparable(messageOf(error))
    throw error
  }
}

const KNOWN = [RebuildUnderWay, NothingToRebuild, SwapRefused, ProjectorStopped]
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
      throw new NotComparable(
        'The live read models have not come to the end of the log: start the service, or run `palimpsest migrate`.',
      )
    await pause(AGAIN_MS)
  }
}
