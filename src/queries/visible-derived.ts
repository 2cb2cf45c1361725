import type { RestingFact } from '../domain/memory/cascade.js'
import { ownText } from '../domain/own-text.js'
import type { Scope } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'
import { readByAllReadersOf } from './readable-by.js'
import { isReplacing } from './visible-episodes.js'
import { visibleTo } from './visible-memories.js'

/**
 * The boundary for what was made of memories: what an erasure, a deletion or a change takes with it, whoever may read it. For
 * decisions, never for answers: ids and versions, and the words of turns that the same user said.
 */

/** The composites that rest on one of these memories and have not been withdrawn, with the memory that each rests on. */
const compositesByPart = (userId: string, ids: readonly string[]): Sql => sql`(
  select distinct c.id, c.version, e.evidence_id as part
  from memory_basis e
  join memory c on c.user_id = e.user_id and c.id = e.id and c.words_of = e.words_of
  where e.user_id = ${userId}
    and e.evidence_id = any(${ids}::text[]::uuid[])
    and c.memory_type = 'composite'
    and c.status in ('active', 'needs_clarification')
)`

/** A composite, and one of the memories that it is made of. */
type PartOf = { readonly memoryId: string; readonly version: number; readonly part: string }

/** The composites that are made of these memories: a row for each part. */
export const compositesOfParts = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly PartOf[]> =>
  ids.length === 0
    ? []
    : db.rows<PartOf>(sql`
    select c.id as "memoryId", c.version, c.part
    from ${compositesByPart(userId, ids)} as c
    order by c.id, c.part`)

type BehindRow = {
  readonly memoryId: string
  readonly version: number
  readonly isInForce: boolean
  readonly isReplacing: boolean
  readonly content: string
  readonly speaker: string | null
  readonly isRepeated: boolean
  readonly instant: string
  readonly offset: string | null
  readonly facts: readonly {
    readonly factId: string
    readonly start: number
    readonly end: number
    readonly isInForce: boolean
  }[]
}

/** What has the words, the key and the readers of a memory, itself too. */
const sameWordsAs = (m: Sql): Sql => sql`(
      select *
      from memory
      where user_id = ${m}.user_id
        and text_hash = ${m}.text_hash
        and reader_group = ${m}.reader_group
    )`

/** What is in force with the words, in any form, the key and the readers of these memories; and of which. */
export const sameInForce = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly (Target & { readonly of: string })[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{
    readonly id: string
    readonly group: string
    readonly key: string | null
    readonly content: string
    readonly speaker: string | null
  }>(sql`
    select m.id, m.reader_group as "group", m.key, t.content, t.speaker
    from memory m
    join memory_text t using (user_id, id)
    where m.user_id = ${userId}
      and m.id = any(${ids}::text[]::uuid[])`)
  const words = rows.flatMap(({ id, group, key, ...said }) =>
    hashesAsUserSaid(said, key).map((hash) => ({ id, group, hash })),
  )
  return db.rows(sql`
    select o.id as "memoryId", o.version, w.id as "of"
    from unnest(${words.map(({ id }) => id)}::text[], ${words.map(({ group }) => group)}::text[],
                ${words.map(({ hash }) => hash)}::text[]) as w(id, reader_group, hash)
    join memory o on o.user_id = ${userId} and o.text_hash = w.hash::uuid
    where o.reader_group = w.reader_group
      and o.id <> w.id::uuid
      and o.memory_type <> 'composite'
      and o.status in ('active', 'needs_clarification')
    order by o.id`)
}

/** Whether a fact in force rests on a memory. */
const hasFacts = (m: Sql): Sql => sql`exists (
        select
        from memory_basis b
        join memory o on o.user_id = b.user_id and o.id = b.id and o.words_of = b.words_of
        where b.user_id = ${m}.user_id
          and b.evidence_id = ${m}.id
          and o.memory_type <> 'composite'
          and o.status in ('active', 'needs_clarification')
      )`

/**
 * The turns that these facts rest on, with the stretches that facts rest on, and whether all of them are in force; and the turns of the
 * same words that no fact in force rests on: for these the facts of the others stand.
 */
export const turnsBehind = async (db: Database, userId: string, factIds: readonly string[]) => {
  if (factIds.length === 0) return []
  const rows = await db.rows<BehindRow>(sql`
    select w.id as "memoryId", w.version, w.status = 'active' as "isInForce", t.content, t.speaker,
           jsonb_agg(jsonb_build_object('factId', f.id, 'start', e.start_at, 'end', e.end_at,
                                        'isInForce', f.status in ('active', 'needs_clarification'))) as facts,
           ${isReplacing(sql`w`, sql`w.turn`)} as "isReplacing", bool_and(w.id <> v.id) as "isRepeated",
           least(w.observed_at, w.created_at) as instant, w.observed_offset as "offset"
    from memory_basis e
    join memory f on f.user_id = e.user_id and f.id = e.id and f.words_of = e.words_of
    join memory v on v.user_id = e.user_id and v.id = e.evidence_id
    cross join lateral ${sameWordsAs(sql`v`)} as w
    join memory_text t on t.user_id = w.user_id and t.id = w.id
    where v.user_id = ${userId}
      and v.status not in ('pending', 'erased')
      and v.claim_type is null
      and w.status not in ('pending', 'erased')
      and w.claim_type is null
      and f.memory_type <> 'composite'
      and v.id in (
        select evidence_id
        from memory_basis
        where user_id = ${userId}
          and id = any(${factIds}::text[]::uuid[])
      )
      and (w.id = v.id or not ${hasFacts(sql`w`)})
    group by w.user_id, w.id, w.version, w.status, w.key, w.episode_id, w.turn, w.observed_at, w.created_at,
             w.observed_offset, t.content, t.speaker
    order by w.id`)
  return rows.map(({ content, speaker, isRepeated, instant, offset, ...turn }) => ({
    ...turn,
    ...(isRepeated ? { repeatedAt: { instant, offset } } : {}),
    text: ownText({ content, speaker }),
  }))
}

/** All of which any version was made of these memories, directly or by others: it may hold their words. */
export const derivedFrom = async (db: Database, userId: string, ids: readonly string[]): Promise<readonly Target[]> =>
  ids.length === 0
    ? []
    : db.rows<Target>(sql`
    with recursive derived (id) as (
      select e.id
      from memory_evidence e
      where e.user_id = ${userId}
        and e.evidence_id = any(${ids}::text[]::uuid[])
      union
      select e.id
      from derived d
      cross join lateral (
        select id
        from memory_evidence
        where user_id = ${userId}
          and evidence_id = d.id
      ) as e
    )
    select m.id as "memoryId", m.version
    from memory m
    where m.user_id = ${userId}
      and m.id in (select id from derived)
      and m.id <> all(${ids}::text[]::uuid[])
      and m.status not in ('pending', 'erased')
    order by m.id`)

/** The episodes of which a model was shown one of these memories. For erasures. */
export const extractedWith = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{ readonly id: string }>(sql`
    select distinct episode_id as id
    from episode_shown
    where user_id = ${userId}
      and memory_id = any(${ids}::text[]::uuid[])
    order by episode_id`)
  return rows.map(({ id }) => id)
}

/**
 * The facts in force on these memories, if all their readers may read what they rest on; each with all that it rests on still: that is
 * in force, or the fact has taken its place.
 */
export const factsOn = async (db: Database, userId: string, ids: readonly string[]): Promise<readonly RestingFact[]> =>
  ids.length === 0
    ? []
    : db.rows(sql`
    select f.id as "memoryId", f.version, array_agg(distinct e.evidence_id::text) as basis
    from memory f
    join memory_basis e on e.user_id = f.user_id and e.id = f.id and e.words_of = f.words_of
    join memory v on v.user_id = e.user_id and v.id = e.evidence_id
    where f.user_id = ${userId}
      and f.status = 'active'
      and f.memory_type <> 'composite'
      and f.id in (
        select id
        from memory_basis
        where user_id = ${userId}
          and evidence_id = any(${ids}::text[]::uuid[])
      )
      and not exists (
        select
        from memory_basis b
        join memory v on v.user_id = b.user_id and v.id = b.evidence_id
        where b.user_id = f.user_id
          and b.id = f.id
          and b.words_of = f.words_of
          and not ${readByAllReadersOf(sql`v`, sql`f`)}
      )
      and (v.id = any(${ids}::text[]::uuid[])
           or v.status in ('active', 'needs_clarification')
           or v.superseded_by = f.id)
    group by f.id, f.version
    order by f.id`)

/** The memories of `same`, and the facts that rest on them and what they rest on, with all that has the words of these. */
const andRelated = (userId: string): Sql => sql`(
      select id from same
      union
      select w.id
      from (
        select b.user_id, case when b.id = same.id then b.evidence_id else b.id end as id
        from memory_basis b
        join same on same.id in (b.id, b.evidence_id)
        where b.user_id = ${userId}
      ) as r
      join memory v on v.user_id = r.user_id and v.id = r.id
      cross join lateral ${sameWordsAs(sql`v`)} as w
    )`

type Went = {
  readonly memoryId: string
  /** That set its words. */
  readonly version: number
  /** Whether it has the same words; else it is a fact or a turn of those that have. */
  readonly isSame: boolean
}

/**
 * What was superseded or deleted when a memory that the caller knows ceased to say what a version of it said: others with its
 * words, and the facts and turns of all of these.
 */
export const wentWith = (
  db: Database,
  scope: Scope,
  asked: { readonly memoryId: string; readonly version: number; readonly textHashes: readonly string[] },
): Promise<readonly Went[]> => {
  const gone = visibleTo(scope, ['superseded', 'deleted'])
  return db.rows(sql`
    with m as (
      select *
      from ${visibleTo(scope, ['active', 'superseded', 'deleted'])} as m
      where m.id = ${asked.memoryId}
    ),
    same as (
      select id from m
      union
      select o.id
      from ${gone} as o
      join m using (reader_group)
      where o.text_hash = any(${asked.textHashes}::text[]::uuid[])
    )
    select distinct o.id as "memoryId", o.words_of as version, o.id in (select id from same) as "isSame"
    from ${andRelated(scope.userId)} as e
    cross join lateral (select * from ${gone} as o where o.id = e.id offset 0) as o
    cross join m
    where o.id <> m.id
      and o.memory_type <> 'composite'
      and (m.superseded_by = o.superseded_by and m.superseding_command = o.superseding_command
           or m.deleting_command = o.deleting_command and m.superseded_by is not distinct from o.superseded_by
           or o.superseded_by = m.id and o.expired_at in (
             select at
             from memory_version
             where user_id = m.user_id
               and id = m.id
               and version > ${asked.version}))
    order by o.id`)
}
