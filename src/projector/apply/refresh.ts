import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { slices, weighedSlices } from '../../concurrency/slices.js'
import type { Database } from '../../postgres/database.js'
import { identifier, type Sql, sql, together } from '../../postgres/sql.js'
import type { Change } from '../projection.js'
import { after, before, beside, type Key, keysOf, rewriteSearchRows } from './search-rows.js'
import { countWords, type Saying, sayingsOf, sweepWords, writeWords } from './vocabulary.js'
import { AT_ONCE } from './write-changes.js'
import { type Signed, signaturesOf } from './write-signatures.js'

/** Moved: it has left a group of readers, a subject or a language that may be without memories now. */
type Refreshed = Signed &
  Omit<Saying, 'content'> & { readonly content: string | null; readonly moved: boolean; readonly lexeme: null }
/** A lexeme that no memory of the group holds any more. */
type Unused = { readonly user_id: string; readonly reader_group: string; readonly lexeme: string }

/** What is known of the memories that a batch is about to change, before it does. */
export type Before = { readonly beside: readonly Key[]; readonly sayings: readonly Saying[] }

/**
 * The memories within two places of those that a batch is about to change, and what these say. To be asked before it is
 * written: afterwards, a search for those who stood beside a thousand that are deleted together would pass by all that is
 * left of the thousand, for each of them, and what was said is gone.
 */
export const lookBefore = async (db: Database, changed: readonly Key[]): Promise<Before> => {
  if (changed.length === 0) return { beside: [], sayings: [] }
  const parts = slices(changed, AT_ONCE.keys)
  const beside = await inTurn(parts, (keys) => db.rows<Key>(neighboursOf(keysOf(keys))))
  return { beside: distinct(beside), sayings: await inTurn(parts, (keys) => sayingsOf(db, keys)) }
}

/** The memories that a batch changes, those that it makes anew aside. */
export const changedBy = (changes: readonly Change[]): readonly Key[] => {
  const made = new Set(
    changes.flatMap(({ verb, table, key }) => (verb === 'put' && table === 'memory' ? [idOf(key as Key)] : [])), // the table has this key
  )
  return touchedBy(changes).filter((key) => !made.has(idOf(key)))
}

/**
 * Brings what is a function of several rows up to date, for the memories a batch touched and their neighbours up to
 * distance 2 at the old places (which are handed in) and the new ones: search words, context vector, signature, counts
 * of the groups of readers. Everything is worked out from the rows alone, so a rebuild gives the same.
 */
export const refresh = async (db: Database, changes: readonly Change[], before: Before): Promise<void> => {
  const touched = touchedBy(changes)
  if (touched.length === 0) return
  const parts = await partsOf(db, touched, before.beside)
  const spoken = new Set(touched.map(idOf))
  const words = countWords()
  for (const sayings of slices(before.sayings, AT_ONCE.memories)) {
    words.count(sayings, -1)
    await yieldToEventLoop()
  }
  const unused: Unused[] = []
  const left = new Set<string>()
  let signatures: readonly Sql[] = []
  for (const part of parts) {
    await inOneGo(db, signatures)
    const rewritten = await db.rows<Refreshed | Unused>(rewriteSearchRows(part))
    const rows = rewritten.filter((row) => row.lexeme === null)
    words.count(
      rows.flatMap(({ content, ...row }) => (content !== null && spoken.has(idOf(row)) ? [{ ...row, content }] : [])),
      1,
    )
    for (const { user_id, moved } of rows) if (moved) left.add(user_id)
    unused.push(...rewritten.filter((row) => row.lexeme !== null))
    signatures = signaturesOf(rows)
  }
  const [first = [], ...others] = slices(words.counted(), AT_ONCE.keys)
  await inOneGo(db, [...signatures, ...writeWords(first)])
  for (const some of others) await inOneGo(db, writeWords(some))
  const [terms = [], ...more] = slices(unused, AT_ONCE.keys)
  for (const some of more) await inOneGo(db, sweepTerms(some))
  for (const some of others) await inOneGo(db, sweepWords(some))
  await inOneGo(db, [...sweepTerms(terms), ...sweepWords(first), ...sweepGroups([...left])])
}

/** Up to this many memories, with their neighbours, go in one statement, which finds the neighbours itself. */
const FEW = 4

/** The memories to be refreshed, in the parts in which that is done. */
const partsOf = async (db: Database, touched: readonly Key[], stood: readonly Key[]): Promise<readonly Sql[]> => {
  if (touched.length <= FEW && stood.length <= 4 * FEW) return [affectedBy(touched, stood)]
  const affected = await affectedOf(db, touched, stood)
  const limits = { most: AT_ONCE.memories, weight: AT_ONCE.words, of: ({ words }: Affected) => words }
  return weighedSlices(affected, limits).map((part) => sql`select user_id, id from ${keysOf(part)}`)
}

/** Part after part, all that is found. */
const inTurn = async <Item, Found>(
  parts: readonly (readonly Item[])[],
  find: (part: readonly Item[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> => {
  const found: Found[] = []
  for (const part of parts) for (const each of await find(part)) found.push(each)
  return found
}

const inOneGo = async (db: Database, statements: readonly Sql[]): Promise<void> => {
  if (statements.length > 0) await db.rows(together(statements))
}

/** Counts that have come down to nothing go, so that a rebuild gives the same rows; what came down may have risen again. */
const sweepTerms = (unused: readonly Unused[]): readonly Sql[] =>
  unused.length === 0
    ? []
    : [
        sql`
      delete from reader_group_term t
      using unnest(${unused.map(({ user_id }) => user_id)}::text[], ${unused.map(({ lexeme }) => lexeme)}::text[],
                   ${unused.map(({ reader_group }) => reader_group)}::text[]) as u (user_id, lexeme, reader_group)
      where t.user_id = u.user_id
        and t.lexeme = u.lexeme
        and t.reader_group = u.reader_group
        and t.memories = 0`,
      ]

const sweepGroups = (users: readonly string[]): readonly Sql[] => {
  if (users.length === 0) return []
  return ['reader_group', 'reader_group_subject', 'reader_group_language'].map(
    (table) => sql`delete from ${identifier(table)} where user_id = any(${users}) and memories = 0`,
  )
}

const touchedBy = (changes: readonly Change[]): readonly Key[] =>
  distinct(
    changes.flatMap(
      ({ table, key }) => (table === 'memory' || table === 'memory_text' ? [key as Key] : []), // both tables have this key
    ),
  )

const distinct = (keys: readonly Key[]): readonly Key[] => [...new Map(keys.map((key) => [idOf(key), key])).values()]

const idOf = ({ user_id, id }: Key): string => `${id} ${user_id}`

const neighboursOf = (touched: Sql): Sql => sql`
  select m.user_id, near.id
  from ${touched}
  join memory m using (user_id, id)
  cross join lateral (
    (select n.id from ${beside(sql`m`, before)} limit 2)
    union all
    (select n.id from ${beside(sql`m`, after)} limit 2)
  ) as near`

type Affected = Key & { readonly words: number }

/** The memories that changed, with their neighbours before and after. */
const affectedBy = (touched: readonly Key[], stood: readonly Key[]): Sql => sql`
    select user_id, id
    from ${keysOf([...touched, ...stood])}
    union
    ${neighboursOf(keysOf(touched))}`

/** The same one by one, each with how many words it has. */
const affectedOf = async (
  db: Database,
  touched: readonly Key[],
  stood: readonly Key[],
): Promise<readonly Affected[]> => {
  const beside = await inTurn(slices(touched, AT_ONCE.keys), (keys) => db.rows<Key>(neighboursOf(keysOf(keys))))
  return inTurn(slices(distinct([...touched, ...stood, ...beside]), AT_ONCE.keys), (keys) =>
    db.rows<Affected>(sql`
      select user_id, id, coalesce(length(t.own_words), 0) as words
      from ${keysOf(keys)}
      left join memory_text t using (user_id, id)`),
  )
}
