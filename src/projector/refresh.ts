import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { after, before, beside, type Key, keysOf } from './neighbours.js'
import type { Change } from './projection.js'
import { rewriteSearchRows } from './search-rows.js'
import { countWords, type Saying, sayingsOf } from './vocabulary.js'
import { type Signed, writeSignatures } from './write-signatures.js'

/** Moved: it has left a group of readers, a subject or a language that may be without memories now. */
type Refreshed = Signed & { readonly moved: boolean; readonly lexeme: null }
/** A lexeme that no memory of the group holds any more. */
type Unused = { readonly user_id: string; readonly reader_group: string; readonly lexeme: string }

/** What is known of the memories that a batch is about to change, before it does. */
export type Before = { readonly beside: readonly Key[]; readonly sayings: readonly Saying[] }

/**
 * The memories within two places of those that a batch is about to change, and what these say. To be asked before it is
 * written: afterwards, a search for those who stood beside a thousand that are deleted together would pass by all that is
 * left of the thousand, for each of them, and what was said is gone.
 */
export const lookBefore = async (db: Database, changed: readonly Key[]): Promise<Before> => ({
  beside: await neighboursOf(db, changed),
  sayings: await sayingsOf(db, changed),
})

const neighboursOf = async (db: Database, touched: readonly Key[]): Promise<readonly Key[]> =>
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
export const refresh = async (db: Database, changes: readonly Change[], before: Before): Promise<void> => {
  const touched = touchedBy(changes)
  if (touched.length === 0) return
  const affected = distinct([...touched, ...before.beside, ...(await neighboursOf(db, touched))])
  const rewritten = await db.rows<Refreshed | Unused>(rewriteSearchRows(keysOf(affected)))
  const rows = rewritten.filter((row) => row.lexeme === null)
  await writeSignatures(db, rows)
  await countWords(db, before.sayings, await sayingsOf(db, touched))
  await sweep(
    db,
    rows,
    rewritten.filter((row) => row.lexeme !== null),
  )
}

/** Counts that have come down to nothing go, so that a rebuild gives the same rows. */
const sweep = async (db: Database, rows: readonly Refreshed[], unused: readonly Unused[]): Promise<void> => {
  if (unused.length > 0)
    await db.rows(sql`
      delete from reader_group_term t
      using unnest(${unused.map(({ user_id }) => user_id)}::text[], ${unused.map(({ lexeme }) => lexeme)}::text[],
                   ${unused.map(({ reader_group }) => reader_group)}::text[]) as u (user_id, lexeme, reader_group)
      where t.user_id = u.user_id
        and t.lexeme = u.lexeme
        and t.reader_group = u.reader_group`)
  const users = [...new Set(rows.flatMap(({ user_id, moved }) => (moved ? [user_id] : [])))]
  if (users.length === 0) return
  await db.rows(sql`delete from reader_group where user_id = any(${users}) and memories = 0`)
  await db.rows(sql`delete from reader_group_subject where user_id = any(${users}) and memories = 0`)
  await db.rows(sql`delete from reader_group_language where user_id = any(${users}) and memories = 0`)
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
