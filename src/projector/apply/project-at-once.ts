import type { DomainEvent } from '../../domain/all-events.js'
import { isAnonymous } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { isDataFault } from '../../postgres/faults.js'
import { type Sql, sql, together } from '../../postgres/sql.js'
import type { Projection } from '../projection.js'
import { type Step, stepOf } from './checkpoint.js'
import { type Bank, type Banks, movedFrom, ProjectionFault } from './move-banks.js'
import { AT_ONCE, outcomeOf, type Ready } from './read-ahead.js'
import { inOneRound } from './write-changes.js'

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
export const isProjectedAtOnce = async (
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

/**
 * Fails with a data fault, and all that is written in the same statement with it, unless the checkpoint has moved and each
 * stream stands where it is assumed to stand. `step_0`, the statement before it, is the step of the checkpoint.
 */
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
