import type { Position } from '../event-store/event-store.js'
import type { LogPlace } from '../event-store/log-place.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'

/** Another projector has moved this generation's checkpoint: read it again. */
export class CheckpointMoved extends Error {
  constructor(from: Position | 'start') {
    super(`the checkpoint is no longer at ${from}`)
  }
}

export type Step = { readonly logId: string; readonly from: Position | 'start'; readonly to: LogPlace }

/** Gives a row where the checkpoint was where the step starts, and none otherwise. */
export const stepOf = ({ logId, from, to }: Step): Sql => sql`
    update checkpoint
    set position = ${to.position}, stream = ${to.stream}, revision = ${to.revision}, event_id = ${to.id}
    where log_id = ${logId}
      and position = ${from === 'start' ? 0n : from}
    returning position`

/** Of two projectors that read the same checkpoint one moves it, the other gets CheckpointMoved. */
export const moveCheckpoint = async (tx: Database, step: Step): Promise<void> => {
  const moved = await tx.rows(stepOf(step))
  if (moved.length === 0) throw new CheckpointMoved(step.from)
}

export type Checkpoint = {
  readonly logId: string
  /** The last event that was applied; undefined before the first. */
  readonly place: LogPlace | undefined
}

export const readCheckpoint = async (db: Database): Promise<Checkpoint> => {
  const [row] = await db.rows<LogPlace & { readonly logId: string }>(sql`
    select log_id as "logId", position, stream, revision, event_id as id
    from checkpoint`)
  if (row === undefined) throw new Error('a generation has no checkpoint')
  const { logId, ...place } = row
  return { logId, place: place.position === 0n ? undefined : place }
}
