import type { DomainEvent } from '../domain/events.js'
import { notBefore } from '../domain/metadata.js'
import type { Position } from '../event-store/event-store.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import type { Change, Projection } from './projection.js'
import { outcomeOf, type Ready } from './read-ahead.js'
import { changedBy, lookBefore, refresh } from './refresh.js'
import { writeChanges } from './write-changes.js'

/** An event does not follow the one that was applied last in its stream: something is wrong with the log, not with it. */
export class StreamGap extends Error {}

/** What an event itself is to blame for, not the machine. */
export class ProjectionFault extends Error {
  readonly position: Position
  constructor(position: Position, cause: unknown) {
    super(`the event at position ${position} cannot be projected: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
    this.position = position
  }
}

type Bank = {
  readonly stream: string
  readonly user_id: string
  readonly revision: bigint
  readonly at: string | null
  readonly parked: boolean
}

/**
 * Applies events in one transaction: each stream's revision, then the rows, then what is derived from several rows.
 * What was applied before is dropped, and so is what belongs to a parked user, unless they are `catchingUp`.
 */
export const applyEvents = async (
  tx: Database,
  projections: readonly Projection<DomainEvent>[],
  { events, catchingUp }: { readonly events: readonly Ready[]; readonly catchingUp: boolean },
): Promise<void> => {
  const changes = await moveBanks(tx, { projections, events, catchingUp })
  if (changes === undefined) return
  await plainPlans(tx)
  const before = await lookBefore(tx, changedBy(changes))
  await writeChanges(tx, changes)
  await refresh(tx, changes, before)
}

type Moving = {
  readonly projections: readonly Projection<DomainEvent>[]
  readonly events: readonly Ready[]
  readonly catchingUp: boolean
}

/** Moves each stream's revision and answers with the changes that the events not applied before make; none if all were. */
const moveBanks = async (
  tx: Database,
  { projections, events, catchingUp }: Moving,
): Promise<readonly Change[] | undefined> => {
  const banks = await banksOf(tx, [...new Set(events.map(({ stream }) => stream))])
  const moved = new Map<string, Bank>()
  const fresh: (readonly Change[])[] = []
  for (const recorded of events) {
    const { stream, revision, position } = recorded
    const bank = moved.get(stream) ?? banks.get(stream)
    if (bank?.parked && !catchingUp) continue
    const before = bank?.revision ?? -1n
    if (revision <= before) continue
    if (revision > before + 1n) throw new ProjectionFault(position, new StreamGap(`${stream} lacks ${before + 1n}`))
    const outcome = outcomeOf(projections, recorded)
    if ('fault' in outcome) throw new ProjectionFault(position, outcome.fault)
    const { metadata } = outcome.event
    const user_id = 'userId' in metadata ? metadata.userId : ''
    moved.set(stream, { stream, user_id, revision, at: notBefore(bank?.at ?? null, metadata.at), parked: false })
    fresh.push(outcome.changes)
  }
  await writeBanks(tx, [...moved.values()])
  return fresh.length === 0 ? undefined : fresh.flat()
}

const banksOf = async (tx: Database, streams: readonly string[]): Promise<ReadonlyMap<string, Bank>> => {
  const banks = await tx.rows<Bank>(sql`
    select s.stream, coalesce(b.user_id, '') as user_id, coalesce(b.revision, -1) as revision, b.at,
           p.stream is not null as parked
    from unnest(${streams}::text[]) as s (stream)
    left join bank b using (stream)
    left join parked p using (stream)`)
  return new Map(banks.map((bank) => [bank.stream, bank]))
}

const writeBanks = (tx: Database, moved: readonly Bank[]) =>
  tx.rows(sql`
  insert into bank (user_id, stream, revision, at)
  select user_id, stream, revision, at
  from unnest(${moved.map((b) => b.user_id)}::text[], ${moved.map((b) => b.stream)}::text[],
              ${moved.map((b) => b.revision)}::bigint[], ${moved.map((b) => b.at)}::text[]::timestamptz[])
    as moved (user_id, stream, revision, at)
  on conflict (user_id, stream) do update set revision = excluded.revision, at = excluded.at`)

/**
 * A generation that is being built has no statistics yet, and the planner would scan whole tables for every row; every
 * statement here goes by key, so one plan serves for ever.
 */
const plainPlans = (tx: Database) =>
  tx.rows(sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_mergejoin', 'off', true),
         set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`)
