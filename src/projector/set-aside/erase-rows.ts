import { slices } from '../../concurrency/slices.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import type { Recorded } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { identifier, list, type Sql, sql, whole } from '../../postgres/sql.js'
import { applyEvents, clearedBy, type ReadModel } from '../apply/apply-events.js'
import type { Row } from '../projection.js'
import { pairOf } from './parking.js'

type Pace = {
  /** Rows whose places are read by one statement: the next one passes over what has been dropped. */
  readonly places: number
  /** Rows that one statement drops. */
  readonly rows: number
  /** What else such a statement says. */
  readonly more: Sql
}

/**
 * Where others have no connection meanwhile. It does not wait for the disk: the transaction that comes last does, and what is lost
 * until then goes by the next attempt.
 */
const IN_SLICES: Pace = {
  places: 2000,
  rows: 250,
  more: sql`and (select set_config('synchronous_commit', 'off', true)) is not null`,
}
/** In one transaction: what it has dropped it passes over slowly. */
const IN_ONE_GO: Pace = { places: 50_000, rows: 5000, more: sql`` }

type Known = { readonly names: readonly string[]; readonly revision: bigint }

/**
 * Applies the append that erases a whole user who is set aside. It takes long, and holds up nobody, as it does not touch the
 * checkpoint: of this user nothing else is applied meanwhile. No read shows a part of what there was: it is one transaction, or,
 * where that would hold up others, a statement after the other once nobody reads any more what was there before the user was set
 * aside. Where that is broken off, what is left goes by the next attempt.
 */
export const eraseRows = async (model: ReadModel, append: readonly Recorded[], signal: AbortSignal): Promise<void> => {
  const { db, projections, readsEnded } = model
  const erasing = append.find(({ type }) => type === 'UserErased')
  if (erasing === undefined) return
  const { names } = await knownIn(db, erasing)
  const pseudonym = erasing.metadata.userId
  const clear = async (on: Database, pace: Pace) => {
    for (const { table, key } of clearedBy(projections, append, names)) await dropRows(on, { table, key, pace, signal })
  }
  if (readsEnded !== undefined) {
    if (!(await isDue(db, erasing))) return
    await unlessAborted(readsEnded(), signal)
    await clear(db, IN_SLICES)
  }
  await db.transaction(
    async (tx) => {
      if (!(await isDue(tx, erasing))) return
      if (readsEnded === undefined) await clear(tx, IN_ONE_GO)
      await applyEvents(tx, projections, { events: append, catchingUp: true, isCleared: true })
    },
    typeof pseudonym === 'string' ? [...names, pseudonym] : names,
  )
}

/** Whether nobody else has done it: another process may have led meanwhile. */
const isDue = async (tx: Database, erasing: Recorded): Promise<boolean> => {
  const aside = await tx.rows(sql`select stream from parked where stream = any(${pairOf(erasing.stream)}) for update`)
  // Not in one statement: it is to see what has been written until the lock was had.
  const { revision } = await knownIn(tx, erasing)
  return aside.length > 0 && revision < erasing.revision
}

/** What the rows of a user are found by, and how far their stream has been applied. */
const knownIn = async (db: Database, { stream }: Recorded): Promise<Known> => {
  const [known] = await db.rows<Known>(sql`
    select array_agg(distinct user_id) as names, coalesce(max(revision) filter (where stream = ${stream}), -1) as revision
    from bank
    where stream = any(${pairOf(stream)})`)
  return { names: known?.names ?? [], revision: known?.revision ?? -1n }
}

type Dropping = {
  readonly table: string
  readonly key: Row
  readonly pace: Pace
  readonly signal: AbortSignal
}

/** Drops all rows with these values, some at a time. Nobody else changes them meanwhile, so they stay where they are. */
const dropRows = async (db: Database, { table, key, pace, signal }: Dropping): Promise<void> => {
  const these = list(
    Object.entries(key).map(([column, value]) => sql`${identifier(column)} = ${String(value)}`),
    ' and ',
  )
  const t = identifier(table)
  for (let places = pace.places; places === pace.places; ) {
    const found = await db.rows<{ place: string }>(
      sql`select ctid::text as place from ${t} where ${these} limit ${whole(pace.places)}`,
    )
    places = found.length
    for (const some of slices(found, pace.rows)) {
      signal.throwIfAborted()
      const at = sql`ctid = any(${some.map(({ place }) => place)}::text[]::tid[])`
      await db.rows(sql`delete from ${t} where ${these} and ${at} ${pace.more}`)
    }
  }
}
