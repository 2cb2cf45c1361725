import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { after, before, beside, type Key, keysOf } from './neighbours.js'
import type { Change } from './projection.js'
import { rewriteSearchRows } from './search-rows.js'
import { type Signed, writeSignatures } from './write-signatures.js'

/** Moved: it has left a group of readers, or a subject, that may be empty now. */
type Refreshed = Signed & { readonly moved: boolean }

/**
 * The memories within two places of those that a batch is about to change, in the tables as they are. To be asked before
 * and after it is written: afterwards, a search for those who stood beside a thousand that are deleted together would
 * pass by all that is left of the thousand, for each of them.
 */
export const neighboursOf = async (db: Database, touched: readonly Key[]): Promise<readonly Key[]> =>
  touched.length === 0 ? [] : db.rows<Key>(neighbourhoodOf(keysOf(touched)))

/** The memories that a batch changes, those that it makes anew aside. */
export const changedBy = (changes: readonly Change[]): readonly Key[] => {
  const made = new Set(
    changes.flatMap(({ verb, table, key }) => (verb === 'put' && table === 'memory' ? [key.id] : [])),
  )
  return touchedBy(changes).filter(({ id }) => !made.has(id))
}

/**
 * Brings what is a function of several rows up to date, for the memories a batch touched and their neighbours up to
 * distance 2 at the old places (which are handed in) and the new ones: search words, context vector, signature, counts
 * of the groups of readers. Everything is worked out from the rows alone, so a rebuild gives the same.
 */
export const refresh = async (db: Database, changes: readonly Change[], old: readonly Key[]): Promise<void> => {
  const touched = touchedBy(changes)
  if (touched.length === 0) return
  const affected = distinct([...touched, ...old, ...(await neighboursOf(db, touched))])
  const rows = await db.rows<Refreshed>(rewriteSearchRows(keysOf(affected)))
  await writeSignatures(db, rows)
  const users = [...new Set(rows.flatMap(({ user_id, moved }) => (moved ? [user_id] : [])))]
  if (users.length === 0) return
  await db.rows(sql`delete from reader_group where user_id = any(${users}) and memories = 0`)
  await db.rows(sql`delete from reader_group_subject where user_id = any(${users}) and memories = 0`)
}

const touchedBy = (changes: readonly Change[]): readonly Key[] =>
  distinct(
    changes.flatMap(
      ({ table, key }) => (table === 'memory' || table === 'memory_text' ? [key as Key] : []), // both tables have this key
    ),
  )

const distinct = (keys: readonly Key[]): readonly Key[] => [
  ...new Map(keys.map(({ user_id, id }) => [`${id} ${user_id}`, { user_id, id }])).values(),
]

const neighbourhoodOf = (touched: Sql): Sql => sql`
  select distinct m.user_id, near.id
  from ${touched}
  join memory m using (user_id, id)
  cross join lateral (
    (select n.id from ${beside(sql`m`, before)} limit 2)
    union all
    (select n.id from ${beside(sql`m`, after)} limit 2)
  ) as near`
