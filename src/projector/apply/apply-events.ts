import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainEvent } from '../../domain/all-events.js'
import { notBefore } from '../../domain/event.js'
import { isRecallEvent } from '../../domain/recall.js'
import { isAnonymous, type Position, pseudonymOf, type StreamName, twinOf } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { type Change, drop, type Projection, patch, put } from '../projection.js'
import { CheckpointMoved, type Step, stepOf } from './checkpoint.js'
import { AT_ONCE, outcomeOf, type Ready } from './read-ahead.js'
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
  readonly stream: StreamName
  readonly user_id: string
  readonly revision: bigint
  readonly at: string | null
  readonly parked: boolean
}

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
  const moved = new Map<string, Bank>()
  const fresh: (readonly Change[])[] = []
  for (const [i, recorded] of events.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop()
    const { stream, revision, position } = recorded
    const bank = moved.get(stream) ?? banks.get(stream)
    if (bank?.parked && !catchingUp) continue
    const before = bank?.revision ?? -1n
    if (revision <= before) continue
    if (revision > before + 1n) throw new ProjectionFault(position, new StreamGap(`${stream} lacks ${before + 1n}`))
    const outcome = outcomeOf(projections, recorded)
    if ('fault' in outcome) throw new ProjectionFault(position, outcome.fault)
    const { metadata } = outcome.event
    const named = 'userId' in metadata ? metadata.userId : ''
    // Until the event that erases the user is applied, their rows are found by the name that they have.
    const user_id = isAnonymous(recorded) ? bank?.user_id || named : named
    moved.set(stream, { stream, user_id, revision, at: notBefore(bank?.at ?? null, metadata.at), parked: false })
    if (!isNameless(recorded)) fresh.push(withRevision(outcome.changes, revision))
    else {
      const twin = moved.get(twinOf(stream) ?? '') ?? banks.get(twinOf(stream) ?? '')
      if (twin !== undefined && twin.revision >= 0n) moved.set(twin.stream, { ...twin, user_id })
      fresh.push(alsoOf([bank?.user_id, twin?.user_id], outcome.changes))
    }
  }
  return [...renamed(banks, moved), ...[...moved.values()].map(bankAt), ...fresh.flat()]
}

/** Whether an event erases a whole user, and does not name them. */
const isNameless = ({ type, stream, metadata }: Ready): boolean =>
  type === 'UserErased' && metadata.userId === pseudonymOf(stream)

const streamsTouched = (event: Ready): readonly StreamName[] => [
  event.stream,
  ...(isNameless(event) ? [twinOf(event.stream) ?? event.stream] : []),
]

/** What is cleared away of a user is cleared away under these names, too. */
const alsoOf = (names: readonly (string | undefined)[], changes: readonly Change[]): readonly Change[] => {
  const known = new Set(names.flatMap((name) => (name ? [name] : [])))
  return changes.flatMap((change) =>
    change.verb === 'clear'
      ? [change, ...[...known].map((user_id) => ({ ...change, key: { ...change.key, user_id } }))]
      : [change],
  )
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
    const changes = isNameless(event) ? alsoOf(names, outcome.changes) : outcome.changes
    return changes.filter(({ verb }) => verb === 'clear')
  })

/** The rows of streams whose user is called otherwise from now on. */
const renamed = (before: ReadonlyMap<string, Bank>, moved: ReadonlyMap<string, Bank>): readonly Change[] =>
  [...moved.values()].flatMap(({ stream, user_id }) => {
    const old = before.get(stream)
    return old && old.revision >= 0n && old.user_id !== user_id ? [drop('bank', { user_id: old.user_id, stream })] : []
  })

/** Marks every memory that an event changes with the event's revision: by it an index in memory notices the change. */
const withRevision = (changes: readonly Change[], revision: bigint): readonly Change[] => {
  const changed = new Map<unknown, Change['key']>()
  for (const { verb, table, key } of changes)
    if (verb !== 'clear' && (table === 'memory' || table === 'memory_text')) changed.set(key.id, key)
  for (const { table, verb, key } of changes) if (table === 'memory' && verb === 'drop') changed.delete(key.id)
  return [...changes, ...[...changed.values()].map((key) => patch('memory', key, { revision: `${revision}` }))]
}

const bankAt = ({ user_id, stream, revision, at }: Bank): Change =>
  put('bank', { user_id, stream }, { revision: `${revision}`, at })

/**
 * Where each stream stands, with the checkpoint moved first. And the plans of this transaction: a generation that is
 * being built has no statistics yet, and the planner would scan whole tables for every row; every statement here goes by
 * key, so one plan serves for ever.
 */
const banksOf = async (
  tx: Database,
  streams: readonly string[],
  step: Step | undefined,
): Promise<ReadonlyMap<string, Bank>> => {
  const banks = await tx.rows<Bank & { readonly moved: boolean }>(sql`
    with step as (${step ? stepOf(step) : sql`select`})
    select s.stream, coalesce(b.user_id, '') as user_id, coalesce(b.revision, -1) as revision, b.at,
           p.stream is not null as parked, exists (select from step) as moved,
           (select array[set_config('enable_seqscan', 'off', true), set_config('enable_mergejoin', 'off', true)]) as plans
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
    unread?.() ? [] : batch.some(isNameless) ? undefined : usersOf(batch),
  )

/** Whose memories a batch changes: how often they were recalled, and by whom, is no answer that could be half an answer. */
const usersOf = (batch: readonly Ready[]): readonly string[] => [
  ...new Set(
    batch.flatMap(({ type, metadata: { userId } }) =>
      typeof userId === 'string' && !isRecallEvent({ type }) ? [userId] : [],
    ),
  ),
]
