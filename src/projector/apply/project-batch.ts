import type { DomainEvent } from '../../domain/all-events.js'
import type { Position } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import type { Projection } from '../projection.js'
import { applyEvents } from './apply-events.js'
import type { Ready } from './read-ahead.js'

export type ReadModel = {
  readonly db: Database
  readonly logId: string
  readonly projections: readonly Projection<DomainEvent>[]
  /** Whether nobody reads these rows yet. */
  readonly unread?: () => boolean
}

/**
 * Applies one batch in one transaction: first the checkpoint, by compare-and-set, then the events. All of it or nothing.
 * Throws CheckpointMoved, or ProjectionFault for what an event is to blame for.
 */
export const projectBatch = (
  { db, logId, projections, unread }: ReadModel,
  after: Position | 'start',
  batch: readonly Ready[],
): Promise<void> =>
  db.transaction(
    async (tx) => {
      const last = batch.at(-1)
      if (!last) return
      const step = { logId, from: after, to: last }
      await applyEvents(tx, projections, { events: batch, catchingUp: false, step })
    },
    unread?.() ? [] : usersOf(batch),
  )

/** Whose memories a batch changes: how often they were recalled is no answer that could be half an answer. */
const usersOf = (batch: readonly Ready[]): readonly string[] => [
  ...new Set(
    batch.flatMap(({ type, metadata: { userId } }) =>
      typeof userId === 'string' && type !== 'MemoriesRecalled' ? [userId] : [],
    ),
  ),
]
