import type { Recorded } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { identifier, list, type Sql, sql } from '../../postgres/sql.js'
import { applyEvents, clearedBy, type ReadModel } from '../apply/apply-events.js'
import type { Row } from '../projection.js'
import { pairOf } from './parking.js'

/** Rows that one statement drops: on the embedded store nobody reads meanwhile. */
const AT_ONCE = 1000

type Known = { readonly names: readonly string[]; readonly revision: bigint }

/**
 * Applies the append that erases a whole user who is set aside: all of it or nothing, so that no read ever shows a part of what
 * there was. It takes long, and holds up nobody, as it does not touch the checkpoint: of this user nothing else is applied meanwhile.
 */
export const eraseRows = async ({ db, projections }: ReadModel, append: readonly Recorded[]): Promise<void> => {
  const erasing = append.find(({ type }) => type === 'UserErased')
  if (erasing === undefined) return
  const { names } = await knownIn(db, erasing)
  const pseudonym = erasing.metadata.userId
  await db.transaction(
    async (tx) => {
      if (!(await isDue(tx, erasing))) return
      for (const { table, key } of clearedBy(projections, append, names)) await dropRows(tx, table, key)
      await applyEvents(tx, projections, { events: append, catchingUp: true })
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

/** Drops all rows with these values, some at a time. Nobody else changes them meanwhile, so they stay where they are. */
const dropRows = async (tx: Database, table: string, key: Row): Promise<void> => {
  const these = list(
    Object.entries(key).map(([column, value]) => sql`${identifier(column)} = ${String(value)}`),
    ' and ',
  )
  const t = identifier(table)
  const places = await tx.rows<{ place: string }>(sql`select ctid::text as place from ${t} where ${these}`)
  for (let from = 0; from < places.length; from += AT_ONCE)
    await tx.rows(
      deletion(
        t,
        these,
        places.slice(from, from + AT_ONCE).map(({ place }) => place),
      ),
    )
}

const deletion = (t: Sql, these: Sql, places: readonly string[]): Sql =>
  sql`delete from ${t} where ${these} and ctid = any(${places}::text[]::tid[])`
