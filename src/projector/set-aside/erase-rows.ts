import { slices } from '../../concurrency/slices.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import type { Recorded } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { identifier, list, type Sql, sql, whole } from '../../postgres/sql.js'
import { applyEvents, clearedBy, type ReadModel } from '../apply/apply-events.js'
import type { Row } from '../projection.js'
import { pairOf } from './parking.js'

/** Rows that one statement drops: nobody else has the one connection of the embedded store meanwhile. */
const AT_ONCE = 250
/** Places that are read before rows are dropped: what is dropped is passed over by the next such statement. */
const PLACES = 2000

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
  const clear = async (on: Database, more?: Sql) => {
    for (const { table, key } of clearedBy(projections, append, names)) await dropRows(on, { table, key, more, signal })
  }
  if (readsEnded !== undefined) {
    if (!(await isDue(db, erasing))) return
    await unlessAborted(readsEnded(), signal)
    await clear(db, WITHOUT_DISK)
  }
  await db.transaction(
    async (tx) => {
      if (!(await isDue(tx, erasing))) return
      if (readsEnded === undefined) await clear(tx)
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

/** Does not wait for the disk: the transaction that comes last does, and what is lost until then goes by the next attempt. */
const WITHOUT_DISK = sql`and (select set_config('synchronous_commit', 'off', true)) is not null`

type Dropping = {
  readonly table: string
  readonly key: Row
  /** What else its statements say. */
  readonly more: Sql | undefined
  readonly signal: AbortSignal
}

/** Drops all rows with these values, some at a time. Nobody else changes them meanwhile, so they stay where they are. */
const dropRows = async (db: Database, { table, key, more = sql``, signal }: Dropping): Promise<void> => {
  const these = list(
    Object.entries(key).map(([column, value]) => sql`${identifier(column)} = ${String(value)}`),
    ' and ',
  )
  const t = identifier(table)
  for (let places = PLACES; places === PLACES; ) {
    const found = await db.rows<{ place: string }>(
      sql`select ctid::text as place from ${t} where ${these} limit ${whole(PLACES)}`,
    )
    places = found.length
    for (const some of slices(found, AT_ONCE)) {
      signal.throwIfAborted()
      await db.rows(
        sql`delete from ${t} where ${these} and ctid = any(${some.map(({ place }) => place)}::text[]::tid[]) ${more}`,
      )
    }
  }
}
