import type { DomainEvent } from '../../domain/all-events.js'
import { isRecallEvent } from '../../domain/recall.js'
import { isAnonymous, type Position } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { isDataFault } from '../../postgres/faults.js'
import { type Sql, sql, together } from '../../postgres/sql.js'
import type { Change, Projection } from '../projection.js'
import { CheckpointMoved, type Step, stepOf } from './checkpoint.js'
import { alsoOf, type Bank, type Banks, erasesUser, movedFrom, ProjectionFault, streamsTouched } from './move-banks.js'
import { AT_ONCE, outcomeOf, type Ready } from './read-ahead.js'
import { inOneRound, writeChanges } from './write-changes.js'

type Written = {
  readonly db: Database
  readonly projections: readonly Projection<DomainEvent>[]
  /** Whether its commit need not wait for the disk: what is lost is applied again. */
  readonly isFlushedLater: boolean
}

/**
 * Applies a small batch in one statement, that is in one round trip instead of four. Where each stream stands is not read
 * but assumed, as it nearly always is: right before the first event of the batch, and not parked. The statement itself sees
 * to that, and changes nothing where it is not so.
 * Answers whether the batch was applied; if not, a transaction finds out why.
 */
const isProjectedAtOnce = async (
  { db, projections, isFlushedLater }: Written,
  step: Step,
  batch: readonly Ready[],
): Promise<boolean> => {
  if (batch.length > AT_ONCE || batch.some(isAnonymous)) return false
  const banks = assumedBefore(projections, batch)
  const changes = banks && (await changesFrom(banks, projections, batch))
  const writes = changes && inOneRound(changes)
  if (banks === undefined || writes === undefined) return false
  try {
    await db.rows(together([...writes, stepOf(step), onlyFrom([...banks.values()], isFlushedLater)]))
    return true
  } catch (error) {
    if (isDataFault(error)) return false
    throw error
  }
}

/** Undefined where an event is to blame for something. */
const changesFrom = async (banks: Banks, projections: Written['projections'], events: readonly Ready[]) => {
  try {
    return await movedFrom(banks, projections, { events, catchingUp: false })
  } catch (error) {
    if (error instanceof ProjectionFault) return undefined
    throw error
  }
}

/** Each stream as it is before the first of these events, with the time of that event as the latest so far. */
const assumedBefore = (projections: Written['projections'], batch: readonly Ready[]): Banks | undefined => {
  const banks = new Map<string, Bank>()
  for (const recorded of batch) {
    const { stream, revision } = recorded
    if (banks.has(stream)) continue
    const outcome = outcomeOf(projections, recorded)
    if ('fault' in outcome) return undefined
    const { metadata } = outcome.event
    const user_id = 'userId' in metadata ? metadata.userId : ''
    banks.set(stream, { stream, user_id, revision: revision - 1n, at: metadata.at, parked: false })
  }
  return banks
}

/** Fails the statement with a data fault unless `step_0` moved the checkpoint and each stream stands where assumed. */
const onlyFrom = (banks: readonly Bank[], isFlushedLater: boolean): Sql => sql`
    select (case
      when exists (select from step_0) and not exists (
        select
        from unnest(
          ${banks.map(({ stream }) => stream)}::text[],
          ${banks.map(({ user_id }) => user_id)}::text[],
          ${banks.map(({ revision }) => revision)}::bigint[],
          ${banks.map(({ at }) => at)}::text[]::timestamptz[]) as assumed (stream, user_id, revision, at)
        left join bank b using (stream)
        where coalesce(b.revision, -1) <> assumed.revision
          or b.user_id <> assumed.user_id
          or b.at > assumed.at
          or exists (select from parked p where p.stream = assumed.stream)
      ) then '1'
      else 'the checkpoint or a stream is not where it was assumed to be'
    end)::int${isFlushedLater ? sql`, set_config('synchronous_commit', 'off', true)` : sql``}`

type Coming = {
  readonly events: readonly Ready[]
  readonly catchingUp: boolean
  /** Whether what these events clear away is gone already. */
  readonly isCleared?: boolean
  /** The checkpoint's step over these events, where it is theirs to make. */
  readonly step?: Step
}

/** Applies events in one transaction, but for those applied before and, unless `catchingUp`, a parked user's. */
export const applyEvents = async (
  tx: Database,
  projections: readonly Projection<DomainEvent>[],
  { events, catchingUp, isCleared, step }: Coming,
): Promise<void> => {
  const banks = await banksOf(tx, [...new Set(events.flatMap(streamsTouched))], step)
  await writeChanges(tx, await movedFrom(banks, projections, { events, catchingUp }), isCleared)
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
  /** Whether the rows go with this process and catch up before the next answers: no request waits for the disk. */
  readonly embedded?: boolean
}

/** Applies a batch in one transaction, checkpoint first (compare-and-set). Throws CheckpointMoved, ProjectionFault. */
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
