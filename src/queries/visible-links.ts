import { type Sql, sql } from '../postgres/sql.js'

/** The boundary for what stands between memories: what rests on what. */

/**
 * The composites that rest on one of these memories and have not been withdrawn, whoever may read them, with the memory that
 * each rests on: what they are made of has changed, so they go. Ids and versions only.
 */
export const compositesByPart = (userId: string, ids: readonly string[]): Sql => sql`(
  select distinct c.id, c.version, e.evidence_id as part
  from memory_evidence e
  join memory c on c.user_id = e.user_id and c.id = e.id and c.words_of = e.words_of
  where e.user_id = ${userId}
    and e.evidence_id = any(${ids}::text[]::uuid[])
    and c.memory_type = 'composite'
    and c.status in ('active', 'needs_clarification')
)`

/** The same, each once. */
export const compositesRestingOn = (userId: string, ids: readonly string[]): Sql => sql`(
  select distinct id, version
  from ${compositesByPart(userId, ids)} as c
)`

/**
 * The memories that name something, under its folded name: ids and types only. They are looked up in the index, whatever
 * the planner thinks of their number.
 */
export const mentionsOf = (userId: string, name: Sql): Sql => sql`(
  select id, type
  from memory_entity
  where user_id = ${userId}
    and folded = ${name}
  offset 0
)`

/**
 * The memories any version of which rests on one of these, directly or by others, whoever may read them: they may hold
 * its words. Ids and versions only.
 */
export const derivedFromAny = (userId: string, ids: readonly string[]): Sql => sql`(
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
  select m.id, m.version
  from memory m
  where m.user_id = ${userId}
    and m.id in (select id from derived)
    and m.status not in ('pending', 'erased')
)`
