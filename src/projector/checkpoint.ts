import type { EventStore, Position } from '../event-store/event-store.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'

/** Another projector has moved this generation's checkpoint: read it again. */
export class CheckpointMoved extends Error {
  constructor(from: Position | 'start') {
    super(`the checkpoint is no longer at ${from}`)
  }
}

export type Step = { readonly logId: string; readonly from: Position | 'start'; readonly to: Position }

/** Gives a row where the checkpoint was where the step starts, and none otherwise. */
export const stepOf = ({ logId, from, to }: Step): Sql => sql`
    update checkpoint
    set position = ${to}
    where log_id = ${logId}
      and position = ${from === 'start' ? 0n : from}
    returning position`

/** Of two projectors that read the same checkpoint one moves it, the other gets CheckpointMoved. */
export const moveCheckpoint = async (tx: Database, step: Step): Promise<void> => {
  const moved = await tx.rows(stepOf(step))
  if (moved.length === 0) throw new CheckpointMoved(step.from)
}

/** Notes how far the log holds nothing behind a position, unless the checkpoint is elsewhere by now. */
export const notePassed = async (
  db: Database,
  { logId, position, passed }: { readonly logId: string; readonly position: Position; readonly passed: Position },
): Promise<void> => {
  await db.rows(sql`
    update checkpoint
    set passed = ${passed}
    where log_id = ${logId}
      and position = ${position}
      and passed < ${passed}`)
}

/**
 * Where a generation stands. What it knows of the log behind that is told to the store, so that nobody looks through it
 * again after a restart; nothing is told of another log's.
 */
export const standingOf = async (
  db: Database,
  { logId, store }: { readonly logId: string; readonly store: Pick<EventStore, 'checkpoints'> },
): Promise<{ readonly logId: string | undefined; readonly position: Position }> => {
  const [at] = await db.rows<{ log_id: string; position: Position; passed: Position }>(
    sql`select log_id, position, passed from checkpoint`,
  )
  const { log_id, position = 0n, passed = 0n } = at ?? {}
  if (log_id === logId && passed > position) store.checkpoints.note(position, passed)
  return { logId: log_id, position }
}
