import type { DomainEvent } from '../../domain/all-events.js'
import { isRecallEvent } from '../../domain/recall.js'
import type { Position } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import type { Change, Projection } from '../projection.js'
import { CheckpointMoved, type Step, stepOf } from './checkpoint.js'
import { alsoOf, type Bank, type Banks, erasesUser, movedFrom, streamsTouched } from './move-banks.js'
import { isProjectedAtOnce } from './project-at-once.js'
import { outcomeOf, type Ready } from './read-ahead.js'
import { writeChanges } from './write-changes.js'

/**
 * Applies events in one transaction: each stream's revision, and the rows.
 * What was applied before is dropped, and so is what belongs to a parked user, unless they are `catchingUp`.
 */
export const applyEvents = async (
  tx: Database,
  projections: readonly Projection<DomainEvent>[],
  coming: Coming,
): Promise<void> => {
  const changes = await moveBanks(tx, projections, coming)
  await writeChanges(tx, changes, coming.isCleared)
}

type Coming = {
  readonly events: readonly Ready[]
  readonly catchingUp: boolean
  /** Whether what these events clear away is gone already. */
  readonly isCleared?: boolean
  /** The checkpoint's step over these events, where it is theirs to make. */
  readonly step?: Step
}

/** The changes that the events not applied before make, those of each stream's revision among them. */
const moveBanks = async (
  tx: Database,
  projections: readonly Projection<DomainEvent>[],
  { events, catchingUp, step }: Coming,
): Promise<readonly Change[]> => {
  const banks = await banksOf(tx, [...new Set(events.flatMap(streamsTouched))], step)
  return movedFrom(banks, projections, { events, catchingUp })
}

/** What these events clear away, also of users who have these names and whom they do not name. */
export const clearedBy = (
  projections: readonly Projection<DomainEvent>[],
  events: readonly Ready[],
  names: readonly string[],
): readonly Change[] =>
  events.flatMap((event) => {
    const outcome = outcomeOf(projections, event)
    if ('fault' in outcome) return []
    const changes = erasesUser(event) ? alsoOf(names, outcome.changes) : outcome.changes
    return changes.filter(({ verb }) => verb === 'clear')
  })

/** Where each stream stands, with the checkpoint moved first. */
const banksOf = async (tx: Database, streams: readonly string[], step: Step | undefined): Promise<Banks> => {
  const banks = await tx.rows<Bank & { readonly moved: boolean }>(sql`
    with step as (${step ? stepOf(step) : sql`select`})
    select s.stream, coalesce(b.user_id, '') as user_id, coalesce(b.revision, -1) as revision, b.at,
           p.stream is not null as parked, exists (select from step) as moved
    from unnest(${streams}::text[]) as s (stream)
    left join bank b using (stream)
    left join parked p using (stream)`)
  if (step && banks.some(({ moved }) => !moved)) throw new CheckpointMoved(step.from)
  return new Map(banks.map((bank) => [bank.stream, bank]))
}

export type ReadModel = {
  readonly db: Database
  readonly logId: string
  readonly projections: readonly Projection<DomainEvent>[]
  /** Whether these rows are not read yet. */
  readonly unread?: () => boolean
  /** Resolves when what reads these rows now has ended; absent where a transaction that takes long holds up nobody. */
  readonly readsEnded?: () => Promise<unknown>
  /**
   * Whether these rows go with the process that writes them, and are brought up to the log before the next one answers: then what is
   * applied need not be on the disk before a request is answered.
   */
  readonly embedded?: boolean
}

/**
 * Applies one batch in one transaction: first the checkpoint, by compare-and-set, then the events. All of it or nothing.
 * Throws CheckpointMoved, or ProjectionFault for what an event is to blame for.
 */
export const projectBatch = async (
  { db, logId, projections, unread, embedded = false }: ReadModel,
  after: Position | 'start',
  batch: readonly Ready[],
): Promise<void> => {
  const last = batch.at(-1)
  if (!last) return
  const step = { logId, from: after, to: last }
  if (await isProjectedAtOnce({ db, projections, isFlushedLater: embedded }, step, batch)) return
  await db.transaction(
    (tx) => applyEvents(tx, projections, { events: batch, catchingUp: false, step }),
    unread?.() ? [] : batch.some(erasesUser) ? undefined : usersOf(batch),
  )
}

/** Whose memories a batch changes: how often they were recalled, and by whom, is no answer that could be half an answer. */
const usersOf = (batch: readonly Ready[]): readonly string[] => [
  ...new Set(
    batch.flatMap(({ type, metadata: { userId } }) =>
      typeof userId === 'string' && !isRecallEvent({ type }) ? [userId] : [],
    ),
  ),
]
