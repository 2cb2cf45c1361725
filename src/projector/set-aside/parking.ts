import { type Position, type Recorded, type StreamName, twinOf } from '../../event-store/event-store.js'
import { sqlState } from '../../postgres/faults.js'
import { sql } from '../../postgres/sql.js'
import type { ReadModel } from '../apply/apply-events.js'
import { moveCheckpoint } from '../apply/checkpoint.js'
import { type ProjectionFault, StreamGap } from '../apply/move-banks.js'

/** Why a user is set aside: an event of theirs cannot be applied, or they are being erased. */
export type Because = 'fault' | 'erasure'
export type Aside = { readonly stream: StreamName; readonly because: Because }

/** Whether the user can be set aside: a fault of one of their events, not of the log and not of the store's own stream. */
export const isParkable = (fault: ProjectionFault, append: readonly Recorded[]): boolean =>
  !(fault.cause instanceof StreamGap) && append.every(({ stream }) => twinOf(stream) !== undefined)

/** Both streams of a user. */
export const pairOf = (stream: StreamName): readonly StreamName[] => [stream, twinOf(stream) ?? stream]

/** What a user is set aside for. */
type Cause = { readonly append: readonly Recorded[]; readonly fault?: ProjectionFault }

/** Stops a user at a faulty or erasing append. The checkpoint passes it in that transaction: no process forgets it. */
export const setAside = (
  { db, logId }: ReadModel,
  after: Position | 'start',
  { append, fault }: Cause,
): Promise<void> =>
  db.transaction(async (tx) => {
    const last = append.at(-1)
    if (!last) return
    await moveCheckpoint(tx, { logId, from: after, to: last })
    const { userId } = last.metadata
    const streams = pairOf(last.stream)
    // An event that cannot be opened does not name its user.
    await tx.rows(sql`
      insert into parked (user_id, stream, position, reason)
      select
        coalesce(
          (select b.user_id from bank b where b.stream = any(${streams}::text[]) order by b.stream = ${last.stream} desc limit 1),
          ${typeof userId === 'string' ? userId : ''}
        ), stream, ${fault?.position ?? last.position}, ${fault === undefined ? null : reasonOf(fault.cause)}
      from unnest(${streams}::text[]) as s (stream)
      on conflict (user_id, stream) do nothing`)
  })

/** The kind of fault. A message might quote what somebody said. */
const reasonOf = (cause: unknown): string =>
  [cause instanceof Error ? cause.constructor.name : typeof cause, sqlState(cause)].filter(Boolean).join(' ')

/** Says that a user is set aside because of this fault from now on. */
export const blame = async (
  { db }: ReadModel,
  streams: readonly StreamName[],
  { position, cause }: ProjectionFault,
): Promise<void> => {
  await db.rows(sql`
    update parked
    set position = ${position}, reason = ${reasonOf(cause)}
    where stream = any(${streams})`)
}

/** Who is set aside, by stream. */
export const usersAside = ({ db }: Pick<ReadModel, 'db'>): Promise<readonly Aside[]> =>
  db.rows<Aside>(sql`
    select stream, ${BECAUSE} as because
    from parked
    order by position, stream`)

/** In the table. */
export const BECAUSE = sql`case when reason is null then 'erasure' else 'fault' end`
