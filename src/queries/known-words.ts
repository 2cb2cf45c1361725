import type { Moment } from '../domain/moment.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'
import { textHash } from '../text/text-hash.js'
import { groupsVisibleTo, visibleTo } from './visible-memories.js'
import { givenDay } from './visible-tellings.js'
import { everythingSaidBy } from './visible-trail.js'

type Words = { readonly group: string; readonly hash: string }

/** All that these memories ever said, whoever may read it: each wording with the group of its readers, its other forms, and the day that was given. */
export const wordsOf = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<readonly (Words & { readonly sameHashes: readonly string[]; readonly day: string | null })[]> => {
  if (memoryIds.length === 0) return []
  const rows = await db.rows<{
    readonly content: string
    readonly speaker: string | null
    readonly key: string | null
    readonly reader_group: string
    readonly day: string | null
  }>(sql`
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

type Asked = {
  readonly hashes: readonly string[]
  /** Names words that were erased, for a group of readers. */
  readonly nameOf: (words: Words) => string
}

type Row = {
  readonly known: Readonly<Record<string, 'stated' | 'superseded'>> | null
  readonly groups: readonly string[]
  readonly erased: boolean
}

/**
 * How words are known of what the caller may read, or could until it was deleted or erased, by their hashes. Erased ones are
 * known by their names alone, and only where something was erased they are looked for.
 */
export const knownWords = async (
  db: Database,
  scope: Scope,
  { hashes, nameOf }: Asked,
): Promise<ReadonlyMap<string, 'stated' | 'superseded'>> => {
  const [row] = await db.rows<Row>(sql`
    select (
             select jsonb_object_agg(k.text_hash, case when k.superseded then 'superseded' else 'stated' end)
             from (
               select m.text_hash, bool_and(m.status = 'superseded') as superseded
               from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])} as m
               where m.text_hash = any(${hashes}::text[]::uuid[])
               group by m.text_hash
             ) as k
           ) as known,
           array(select reader_group from ${groupsVisibleTo(scope)} as g) as groups,
           exists (select from erased_words where user_id = ${scope.userId}) as erased`)
  const known = new Map(Object.entries(row?.known ?? {}))
  if (!row?.erased) return known
  const names = new Map(
    row.groups.flatMap((group) => hashes.map((hash) => [nameOf({ group, hash }), hash] as const)), // pairs
  )
  const erased = await db.rows<{ readonly name: string }>(sql`
    select replace(words::text, '-', '') as name
    from erased_words
    where user_id = ${scope.userId}
      and words = any(${[...names.keys()]}::text[]::uuid[])`)
  for (const { name } of erased) known.set(names.get(name) ?? name, 'stated')
  return known
}

type Deleted = {
  readonly memoryId: string
  readonly textHash: string
  readonly deletedAt: string
  readonly askedAt: Moment | null
  readonly isOnAllDays: boolean
  readonly day: string | null
}

/** The deleted memories of a group of readers with these words, and whether anything of the user was ever erased. */
export const deletedWords = async (
  db: Database,
  scope: Scope,
  { group, hashes }: { readonly group: string; readonly hashes: readonly string[] },
): Promise<{ readonly deleted: readonly Deleted[]; readonly hasErased: boolean }> => {
  const [row] = await db.rows<{ readonly deleted: readonly Deleted[]; readonly hasErased: boolean }>(sql`
    select (
             select coalesce(jsonb_agg(jsonb_build_object('memoryId', m.id, 'textHash', m.text_hash, 'deletedAt', m.deleted_at,
                 'isOnAllDays', m.gone_on_all_days,
                 'askedAt', case
                   when m.gone_asked_at is null then null
                   else jsonb_build_object('instant', m.gone_asked_at, 'offset', m.gone_asked_offset)
                 end,
                 'day', ${givenDay(sql`m`)})
               order by m.deleted_at desc, m.id), '[]')
             from ${visibleTo(scope, ['deleted'])} as m
             where m.reader_group = ${group}
               and m.text_hash = any(${hashes}::text[]::uuid[])
           ) as deleted,
           exists (select from erased_words where user_id = ${scope.userId}) as "hasErased"`)
  const { deleted = [], hasErased = false } = row ?? {}
  // In JSON the database writes instants in a form of its own.
  const iso = (moment: Moment): Moment => ({ ...moment, instant: new Date(moment.instant).toISOString() })
  return { hasErased, deleted: deleted.map((each) => ({ ...each, askedAt: each.askedAt && iso(each.askedAt) })) }
}

/** When these were erased, by their names. */
export const erasedAt = async (
  db: Database,
  userId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ readonly name: string; readonly at: string }>(sql`
    select replace(words::text, '-', '') as name, at
    from erased_words
    where user_id = ${userId}
      and words = any(${names}::text[]::uuid[])`)
  return new Map(rows.map(({ name, at }) => [name, at]))
}
