import type { Moment } from '../domain/moment.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'
import { textHash } from '../text/text-hash.js'
import { groupsVisibleTo, visibleRows, visibleTo } from './visible-memories.js'
import { givenDay } from './visible-tellings.js'
import { everythingSaidBy } from './visible-trail.js'

/** Words by their hash, and the group of those who could read them. */
export type ReadWords = { readonly group: string; readonly hash: string }

/** Words as they were said of one day that was given for them (ISO); null: whatever the day. */
export type DatedWords = ReadWords & { readonly day: string | null }

/** With the hashes of all forms in which they are the same words. */
export type WordsSaid = DatedWords & { readonly sameHashes: readonly string[] }

/** How words are known, by their hash. */
export type KnownWords = ReadonlyMap<string, 'stated' | 'superseded'>

/** All that these memories ever said, whoever may read it: each wording with the group of its readers, its other forms, and the day that was given. */
export const wordsOf = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<readonly WordsSaid[]> => {
  if (memoryIds.length === 0) return []
  const rows = await db.rows<{
    readonly content: string
    readonly speaker: string | null
    readonly key: string | null
    readonly reader_group: string
    readonly day: string | null
  }>(sql`/* words: all that memories said */
    select content, speaker, key, reader_group, ${givenDay(sql`w`)} as day
    from ${everythingSaidBy(userId, memoryIds)} as w
    where content <> ''`)
  return rows.map(({ content, speaker, key, reader_group: group, day }) => ({
    group,
    hash: textHash(content, key ?? undefined),
    sameHashes: hashesAsUserSaid({ content, speaker }, key),
    day,
  }))
}

type WordsToLookUp = {
  readonly hashes: readonly string[]
  /** Names words that were erased, for a group of readers. */
  readonly nameOf: (words: ReadWords) => string
}

/**
 * How words are known of what the caller may read, or could until it was deleted or erased, by their hashes. Erased ones are
 * known by their names alone, and only where something was erased they are looked for.
 */
export const knownWords = async (
  db: Database,
  scope: Scope,
  { hashes, nameOf }: WordsToLookUp,
): Promise<KnownWords> => {
  const [stated, hasErased] = await Promise.all([
    db.rows<{ readonly hash: string; readonly isSuperseded: boolean }>(sql`/* words: how they are known */
    select m.text_hash as hash, bool_and(m.status = 'superseded') as "isSuperseded"
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])} as m
    where m.text_hash = any(${hashes}::text[]::uuid[])
    group by m.text_hash`),
    hasErasedWords(db, scope.userId),
  ])
  const known = new Map(
    stated.map(({ hash, isSuperseded }) => [hash, isSuperseded ? ('superseded' as const) : ('stated' as const)]), // as it is called
  )
  if (!hasErased) return known
  const groups = await db.rows<{ readonly group: string }>(sql`/* words: groups of a caller */
    select reader_group as "group"
    from ${groupsVisibleTo(scope)} as g`)
  const names = new Map(
    groups.flatMap(({ group }) => hashes.map((hash) => [nameOf({ group, hash }), hash] as const)), // pairs
  )
  const erased = await erasedAt(db, scope.userId, [...names.keys()])
  for (const name of erased.keys()) known.set(names.get(name) ?? name, 'stated')
  return known
}

const hasErasedWords = async (db: Database, userId: string): Promise<boolean> => {
  const [row] = await db.rows<{ readonly exists: boolean }>(sql`/* words: whether any were erased */
    select exists (select from erased_words where user_id = ${userId}) as exists`)
  return row?.exists ?? false
}

/** A deleted memory that has given words. */
export type DeletedWords = {
  readonly memoryId: string
  readonly textHash: string
  /** ISO instant */
  readonly deletedAt: string
  /** When its writer asked for that, where a time was given: what was said after it is said anew. */
  readonly askedAt: Moment | null
  /** Whether it was deleted for its words, or else only of its day. */
  readonly isOnAllDays: boolean
  /** ISO, null where none was given for it. */
  readonly day: string | null
}

/** The deleted memories of a group of readers with these words, and whether anything of the user was ever erased. */
export const deletedWords = async (
  db: Database,
  scope: Scope,
  { group, hashes }: { readonly group: string; readonly hashes: readonly string[] },
): Promise<{ readonly deleted: readonly DeletedWords[]; readonly hasErased: boolean }> => {
  const [rows, hasErased] = await Promise.all([
    db.rows<Omit<DeletedWords, 'askedAt'> & { readonly askedAt: string | null; readonly askedOffset: string | null }>(
      sql`/* words: deleted memories with them */
    select m.id as "memoryId", m.text_hash as "textHash", m.deleted_at as "deletedAt", m.gone_on_all_days as "isOnAllDays",
           m.gone_asked_at as "askedAt", m.gone_asked_offset as "askedOffset", ${givenDay(sql`m`)} as day
    from ${visibleRows(scope, ['deleted'])} as m
    where m.reader_group = ${group}
      and m.text_hash = any(${hashes}::text[]::uuid[])
    order by m.deleted_at desc, m.id`,
    ),
    hasErasedWords(db, scope.userId),
  ])
  const deleted = rows.map(({ askedAt: instant, askedOffset: offset, ...row }) => ({
    ...row,
    askedAt: instant === null ? null : { instant, offset },
  }))
  return { deleted, hasErased }
}

/** When these were erased, by their names. */
export const erasedAt = async (
  db: Database,
  userId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ readonly name: string; readonly at: string }>(sql`/* words: when they were erased */
    select replace(words::text, '-', '') as name, at
    from erased_words
    where user_id = ${userId}
      and words = any(${names}::text[]::uuid[])`)
  return new Map(rows.map(({ name, at }) => [name, at]))
}
