import type { DomainEvent } from '../domain/events.js'
import type { Position } from '../event-store/event-store.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { applyEvents } from './apply-events.js'
import type { Projection } from './projection.js'
import type { Ready } from './read-ahead.js'

/** Another projector has moved this generation's checkpoint: read it again. */
export class CheckpointMoved extends Error {}

export type ReadModel = {
  readonly db: Database
  readonly logId: string
  readonly projections: readonly Projection<DomainEvent>[]
}

/**
 * Applies one batch in one transaction: first the checkpoint, by compare-and-set, then the events. All of it or nothing.
 * Throws CheckpointMoved, or ProjectionFault for what an event is to blame for.
 */
export const projectBatch = (
  { db, logId, projections }: ReadModel,
  after: Position | 'start',
  batch: readonly Ready[],
): Promise<void> =>
  db.transaction(async (tx) => {
    const last = batch.at(-1)
    if (!last) return
    await moveCheckpoint(tx, { logId, from: after, to: last.position })
    await applyEvents(tx, projections, { events: batch, catchingUp: false })
  })

type Step = { readonly logId: string; readonly from: Position | 'start'; readonly to: Position }

/** Of two projectors that read the same checkpoint one moves it, the other gets CheckpointMoved. */
export const moveCheckpoint = async (tx: Database, { logId, from, to }: Step): Promise<void> => {
  const moved = await tx.rows(sql`
    update checkpoint
    set position = ${to}
    where log_id = ${logId}
      and position = ${from === 'start' ? 0n : from}
    returning position`)
  if (moved.length === 0) throw new CheckpointMoved(`the checkpoint is no longer at ${from}`)
}
