import type { DomainEvent } from '../domain/events.js'
import { notBefore } from '../domain/metadata.js'
import { decode } from '../event-store/codec.js'
import type { Position, Recorded } from '../event-store/event-store.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { changesOf, type Projection } from './projection.js'
import { refresh } from './refresh.js'
import { writeChanges } from './write-changes.js'

/** Another projector has moved this generation's checkpoint: read it again. */
export class CheckpointMoved extends Error {}

/** An event does not follow the one that was applied last in its stream. */
export class StreamGap extends Error {}

/** What an event itself is to blame for, not the machine: nothing after it is applied. */
export class ProjectionFault extends Error {
  readonly position: Position
  constructor(position: Position, cause: unknown) {
    super(`the event at position ${position} cannot be projected: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
    this.position = position
  }
}

export type ReadModel = {
  readonly db: Database
  readonly logId: string
  readonly projections: readonly Projection<DomainEvent>[]
}

/**
 * Applies one batch in one transaction: first the checkpoint, by compare-and-set, then each stream's revision,
 * then the rows, then what is derived from several rows. All of it or nothing.
 */
export const projectBatch = (
  { db, logId, projections }: ReadModel,
  after: Position | 'start',
  batch: readonly Recorded[],
): Promise<void> =>
  db.transaction(async (tx) => {
    const last = batch.at(-1)
    if (!last) return
    await moveCheckpoint(tx, { logId, from: after === 'start' ? 0n : after, to: last.position })
    const fresh = await moveBanks(tx, batch)
    const changes = fresh.flatMap(({ position, event }) => {
      try {
        return projections.flatMap((projection) => changesOf(projection, event))
      } catch (fault) {
        throw new ProjectionFault(position, fault)
      }
    })
    await plainPlans(tx)
    await writeChanges(tx, changes)
    await refresh(tx, changes)
  })

type Step = { readonly logId: string; readonly from: Position; readonly to: Position }

const moveCheckpoint = async (tx: Database, { logId, from, to }: Step): Promise<void> => {
  const moved = await tx.rows(sql`
    update checkpoint
    set position = ${to}
    where log_id = ${logId}
      and position = ${from}
    returning position`)
  if (moved.length === 0) throw new CheckpointMoved(`the checkpoint is no longer at ${from}`)
}

type Fresh = { readonly position: Position; readonly event: DomainEvent }
type Bank = { readonly user_id: string; readonly stream: string; readonly revision: bigint; readonly at: string }

/** Moves each stream's revision and answers with the events that were not applied yet. */
const moveBanks = async (tx: Database, batch: readonly Recorded[]): Promise<readonly Fresh[]> => {
  const streams = [...new Set(batch.map(({ stream }) => stream))]
  const known = await tx.rows<Bank>(sql`
    select user_id, stream, revision, at
    from bank
    where stream = any(${streams})`)
  const banks = new Map(known.map((bank) => [bank.stream, bank]))
  const fresh: Fresh[] = []
  for (const recorded of batch) {
    const { stream, revision, position } = recorded
    const before = banks.get(stream)?.revision ?? -1n
    if (revision <= before) continue
    if (revision > before + 1n) throw new ProjectionFault(position, new StreamGap(`${stream} lacks ${before + 1n}`))
    const event = decoded(recorded)
    const { metadata } = event
    const user_id = 'userId' in metadata ? metadata.userId : ''
    banks.set(stream, { user_id, stream, revision, at: notBefore(banks.get(stream)?.at ?? null, metadata.at) })
    fresh.push({ position, event })
  }
  const moved = streams.flatMap((stream) => banks.get(stream) ?? [])
  await tx.rows(sql`
    insert into bank (user_id, stream, revision, at)
    select user_id, stream, revision, at
    from unnest(${moved.map((b) => b.user_id)}::text[], ${moved.map((b) => b.stream)}::text[],
                ${moved.map((b) => b.revision)}::bigint[], ${moved.map((b) => b.at)}::text[]::timestamptz[])
      as moved (user_id, stream, revision, at)
    on conflict (user_id, stream) do update set revision = excluded.revision, at = excluded.at`)
  return fresh
}

const decoded = (recorded: Recorded): DomainEvent => {
  try {
    return decode(recorded)
  } catch (fault) {
    throw new ProjectionFault(recorded.position, fault)
  }
}

/** A generation that is being built has no statistics yet, and the planner would scan whole tables for every row. */
const plainPlans = (tx: Database) =>
  tx.rows(sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
         set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`)
