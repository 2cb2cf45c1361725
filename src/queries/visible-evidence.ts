import type { Scope } from '../domain/scope.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { readByAllReadersOf } from './readable-by.js'
import { isDerived, visibleTo } from './visible-memories.js'
import { visibleAt } from './visible-trail.js'

/** The boundary for what is told of a memory by those that it rests on, and by what took their place. */

/** The stretches of others that the words of `m` rest on, which are `e`. */
const restsOn: Sql = sql`e.user_id = m.user_id
      and e.id = m.id
      and e.words_of = m.words_of`

/** Whether a fact that rests on `v` has taken the place of it: what it says stays the basis of its facts. */
export const replacedByItsFact = (v: Sql): Sql => sql`(${v}.status = 'superseded' and exists (
    select from memory_basis f
    where f.user_id = ${v}.user_id
      and f.id = ${v}.superseded_by
      and f.evidence_id = ${v}.id))`

/** What the words of a visible memory `m` rest on, as far as the caller sees it, as JSON in the order it was said. */
export const evidenceShownTo = (scope: Scope): Sql => sql`case when not ${isDerived(sql`m`)} then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object('memory_id', v.id, 'start', e.start_at, 'end', e.end_at)
                              order by v.ordinal, v.id, e.start_at), '[]')
    from memory_basis e
    join ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as v on v.user_id = e.user_id and v.id = e.evidence_id
    where ${restsOn}
      and (v.status <> 'superseded' or ${replacedByItsFact(sql`v`)})) end`

/**
 * Whether something that a visible fact `m` rests on is no longer active, or has been reworded since these words were
 * set. Of evidence whose readers are fewer than those of the fact nothing is told. A composite is withdrawn instead.
 */
export const basisChanged: Sql = sql`case when m.claim_type is null then false else exists (
    select
    from memory_basis e
    cross join lateral (
      select *
      from memory
      where user_id = e.user_id
        and id = e.evidence_id
      offset 0
    ) as v
    where ${restsOn}
      and ${readByAllReadersOf(sql`v`, sql`m`)}
      and (v.status <> 'active' and not ${replacedByItsFact(sql`v`)} or v.words_of is distinct from (
        select w.words_of
        from memory_version s
        join memory_wording w on w.user_id = s.user_id and w.id = s.id and w.version = s.version
        where s.user_id = v.user_id
          and s.id = v.id
          and s.at <= (
            select made.at
            from memory_version made
            where made.user_id = m.user_id
              and made.id = m.id
              and made.version = m.words_of)
        order by s.version desc
        limit 1))) end`

/**
 * What is in force in the place of a visible memory `m`, or of a fact that rests on it: the newest that the caller sees,
 * reached over such that they could see while they were in force. With an instant (ISO 8601), what was in force then, in the
 * place of what no longer was. Null where there is none. Each is looked up by its key: joined, the planner walks all memories
 * of the user, newest first, for each memory that is read.
 */
export const outdatedBy = (scope: Scope, instant?: string): Sql => sql`(
    with recursive replaced (by) as (
      select m.superseded_by
      where ${instant === undefined}::boolean
      union
      select f.superseded_by
      from memory_basis e
      cross join lateral ${replaced(scope, sql`e.id`, instant)} as f
      where e.user_id = m.user_id
        and e.evidence_id = m.id
        and f.words_of = e.words_of
      union
      select f.superseded_by
      from replaced r
      cross join lateral ${replaced(scope, sql`r.by`, instant)} as f
    )
    select n.id
    from replaced r
    cross join lateral (
      select id, created_at, ordinal
      from ${instant === undefined ? visibleTo(scope) : visibleAt(scope, instant)} as n
      where n.id = r.by
      offset 0
    ) as n
    order by n.created_at desc, n.ordinal desc, n.id
    limit 1)`

/** The memory with this id, if the caller sees that another took its place; with an instant, before that. */
const replaced = (scope: Scope, id: Sql, instant: string | undefined): Sql => sql`(
        select superseded_by, words_of
        from ${visibleTo(scope, ['superseded'])} as f
        where f.id = ${id}
          and ${instant === undefined ? sql`true` : sql`not exists (select from ${visibleAt(scope, instant)} as t where t.id = f.id)`}
        offset 0
      )`

/** What the words of a visible memory `m` rest on, and what rests on it, with the wording that does. */
export const restingTogether: Sql = sql`(
    select distinct e.evidence_id as id, null::int as words_of
    from memory_basis e
    where ${isDerived(sql`m`)}
      and ${restsOn}
    union all
    select distinct e.id, e.words_of
    from memory_basis e
    where e.user_id = m.user_id
      and e.evidence_id = m.id
  )`

/** The place in the log of a memory `m`, or of the last of what a derived one rests on: when it was said. */
export const saidAt: Sql = sql`coalesce((
    select max(v.ordinal)
    from memory_basis e
    cross join lateral (
      select ordinal
      from memory
      where user_id = e.user_id
        and id = e.evidence_id
      offset 0
    ) as v
    where ${restsOn}
  ), m.ordinal)`

/** How many of the memories that one rests on are its context. */
const CONTEXT = 4

/** The context of `m`, a memory that was made of others: what it rests on of its own group of readers, in the order it was said. */
export const contextOf = (m: Sql): Sql => sql`(
    select c.user_id, c.id, row_number() over (order by c.ordinal, c.id) as rank
    from (
      select distinct evidence_id as id
      from memory_basis e
      where e.user_id = ${m}.user_id
        and e.id = ${m}.id
        and e.words_of = ${m}.words_of
    ) as e
    cross join lateral (
      select user_id, id, ordinal
      from memory
      where user_id = ${m}.user_id
        and id = e.id
        and status = 'active'
        and reader_group = ${m}.reader_group
      offset 0
    ) as c
    order by c.ordinal, c.id
    limit ${whole(CONTEXT)}
  )`
