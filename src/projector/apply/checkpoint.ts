import type { EventStore, Position } from '../../event-store/event-store.js'
import type { LogPlace } from '../../event-store/log-range.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'

/** Another projector has moved this generation's checkpoint: read it again. */
export class CheckpointMoved extends Error {
  constructor(from: Position | 'start') {
    super(`the checkpoint is no longer at ${from}`)
  }
}

export type Step = { readonly logId: string; readonly from: Position | 'start'; readonly to: LogPlace }

/** Notifies other processes when the transaction commits. Those who follow a generation listen by its schema's name. */
export const NOTICE = sql`pg_notify(current_schema(), '')`

/** Gives a row where the checkpoint was where the step starts, and none otherwise. */
export const stepOf = ({ logId, from, to }: Step): Sql => sql`
    update checkpoint
    set position = ${to.position}, stream = ${to.stream}, revision = ${to.revision}, event_id = ${to.id}, passed = 0
    where log_id = ${logId}
      and position = ${from === 'start' ? 0n : from}
    returning position, ${NOTICE}`

/** Of two projectors that read the same checkpoint one moves it, the other gets CheckpointMoved. */
export const moveCheckpoint = async (tx: Database, step: Step): Promise<void> => {
  const moved = await tx.rows(stepOf(step))
  if (moved.length === 0) throw new CheckpointMoved(step.from)
}

export type Checkpoint = {
  readonly logId: string
  /** The last event that was applied; undefined before the first. */
  readonly place: LogPlace | undefined
  /** Up to here the log holds nothing behind that event for the read models; 0 where that is not known. */
  readonly passed: Position
}

export const readCheckpoint = async (db: Database): Promise<Checkpoint> => {
  const [row] = await db.rows<LogPlace & Pick<Checkpoint, 'logId' | 'passed'>>(sql`
    select log_id as "logId", position, stream, revision, event_id as id, passed
    from checkpoint`)
  if (row === undefined) throw new Error('a generation has no checkpoint')
  const { logId, passed, ...place } = row
  return { logId, passed, place: place.position === 0n ? undefined : place }
}

/** Keeps how far the log is known to hold nothing behind a position, unless the checkpoint is elsewhere by now. */
export const keepPassed = async (
  { db, logId }: { readonly db: Database; readonly logId: string },
  { checkpoints }: Pick<EventStore, 'checkpoints'>,
  position: Position,
): Promise<void> => {
  const known = checkpoints.after(position)
  const passed = known === position ? 0n : known
  await db.rows(sql`
    update checkpoint
    set passed = ${passed}
    where log_id = ${logId}
      and position = ${position}
      and passed <> ${passed}`)
}

/** Hands a log the end that a generation has recorded, so that the log is not searched again after a restart. */
export const tellPassed = async (
  { db, logId }: { readonly db: Database; readonly logId: string },
  { checkpoints }: Pick<EventStore, 'checkpoints'>,
): Promise<void> => {
  const known = await readCheckpoint(db)
  const position = known.place?.position ?? 0n
  if (known.logId === logId && known.passed > position) checkpoints.note(position, known.passed)
}
