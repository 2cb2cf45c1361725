import type { Scope } from '../domain/scope.js'
import { type Sql, sql } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'

/** The boundary for what stands between memories: what rests on what. */

/**
 * The composites that rest on one of these memories and have not been withdrawn, whoever may read them: what they are
 * made of has changed, so they go. Ids and versions only.
 */
export const compositesRestingOn = (userId: string, ids: readonly string[]): Sql => sql`(
  select distinct c.id, c.version
  from memory_evidence e
  join memory c on c.user_id = e.user_id and c.id = e.id and c.words_of = e.words_of
  where e.user_id = ${userId}
    and e.evidence_id = any(${ids}::text[]::uuid[])
    and c.memory_type = 'composite'
    and c.status in ('active', 'needs_clarification')
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

/** The facts in force that the caller sees, by what their words rest on. */
export const standingFor = (scope: Scope): Sql => sql`(
  select e.evidence_id, f.id
  from memory_evidence e
  cross join lateral (
    select f.id
    from ${visibleTo(scope)} as f
    where f.id = e.id
      and f.words_of = e.words_of
      and f.memory_type <> 'composite'
    offset 0
  ) as f
  where e.user_id = ${scope.userId}
)`
