import type { TellingsToRemove } from '../domain/memory/tellings.js'
import type { Moment } from '../domain/moment.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { list, type Sql, sql, whole } from '../postgres/sql.js'
import { readableBy } from './readable-by.js'
import { visibleTo } from './visible-memories.js'

/** The boundary for where and when memories were said: only in episodes that the caller may read. */

/** When a telling `t` was: as it was given, or else when it was recorded. */
export const TOLD_AT: Sql = sql`coalesce(t.at, t.recorded_at)`

type Asked = {
  /** What the conditions need besides the telling `t` and its episode `e`. */
  readonly joined: Sql
  readonly conditions: Sql
  /** ISO 8601: those in force then; without it those of now. */
  readonly instant?: string | undefined
  /** Whether that which it was stored with counts, too, once it is removed. */
  readonly removed?: boolean | undefined
}

/**
 * Whether a memory `m` has such a telling, besides the one that it was stored with; or rests on one that has one. Of the past the
 * one that it was stored with counts, too: it may have been removed since.
 */
export const toldIn = (scope: Scope, asked: Asked): Sql => sql`m.id in (
        select t.memory_id
        from memory_telling t
        join episode e on e.user_id = t.user_id and e.id = t.episode_id
        ${asked.joined}
        where t.user_id = ${scope.userId}
          and ${asked.instant === undefined && !asked.removed ? sql`not t.is_first` : sql`true`}
          and ${inForce(asked)}
          and ${readableBy(scope)}
          and ${asked.conditions}
        union all
        select f.id
        from memory_basis b
        join memory f on f.user_id = b.user_id and f.id = b.id and f.words_of = b.words_of
        join memory_telling t on t.user_id = b.user_id and t.memory_id = b.evidence_id
        join episode e on e.user_id = t.user_id and e.id = t.episode_id
        ${asked.joined}
        where b.user_id = ${scope.userId}
          and exists (select from ${basisVisibleTo(scope)} as v where v.id = b.evidence_id)
          and ${inForce(asked)}
          and ${readableOf(scope)}
          and ${asked.conditions}
      )`

/** What a fact may rest on, and what is told of it: also turns of which facts have taken the place. */
const basisVisibleTo = (scope: Scope): Sql => visibleTo(scope, ['active', 'needs_clarification', 'superseded'])

/** When a memory `m` was said so, besides the time that it was stored with, as rows. */
export const timesTold = (scope: Scope, asked: Asked): Sql => sql`(
                 select ${TOLD_AT} as observed_at, t.observed_offset
                 from memory_telling t
                 join episode e on e.user_id = t.user_id and e.id = t.episode_id
                 ${asked.joined}
                 where t.user_id = m.user_id
                   and t.memory_id = m.id
                   and not t.is_first
                   and ${inForce(asked)}
                   and ${readableOf(scope)}
                   and ${asked.conditions})`

const inForce = ({ instant, removed = false }: Pick<Asked, 'instant' | 'removed'>): Sql => {
  if (instant !== undefined)
    return sql`t.recorded_at <= ${instant}::timestamptz
            and (t.removed_at is null or t.removed_at > ${instant}::timestamptz)`
  return removed ? sql`t.is_first = (t.removed_at is not null)` : sql`t.removed_at is null`
}

/** By the memory, when it was last told, and no later than that was written. */
export const lastTold = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Moment>> => {
  const rows = await db.rows<Moment & { readonly memoryId: string }>(sql`
    select distinct on (m.id) m.id::text as "memoryId",
           least(coalesce(t.at, t.recorded_at, m.observed_at), coalesce(t.recorded_at, m.created_at)) as instant,
           case when t.memory_id is null then m.observed_offset else t.observed_offset end as "offset"
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as m
    left join memory_telling t on t.user_id = m.user_id and t.memory_id = m.id and t.removed_at is null
    where m.id = any(${ids}::text[]::uuid[])
    order by m.id, instant desc`)
  return new Map(rows.map(({ memoryId, ...moment }) => [memoryId, moment]))
}

/** The day that was given for a memory `m`, where it was told, as all of its tellings share it; null where none was. */
export const givenDay = (m: Sql): Sql => sql`(
             select max(t.told_on) filter (where t.at is not null)::text
             from memory_telling t
             where t.user_id = ${m}.user_id
               and t.memory_id = ${m}.id
               and t.removed_at is null)`

/** Whether these conditions hold for a telling `t`. */
const isAmong = (conditions: readonly Sql[]): Sql => sql`(${list(conditions, ' and ')}) is true`

const readableOf = (scope: Scope): Sql => sql`exists (
            select
            from episode
            where user_id = t.user_id
              and id = t.episode_id
              and ${readableBy(scope)})`

/** The ids of a memory `m` and of what it rests on. */
const itselfAndBasis: Sql = sql`(
          select m.id
          union all
          select b.evidence_id
          from memory_basis b
          where b.user_id = m.user_id
            and b.id = m.id
            and b.words_of = m.words_of
        )`

/** Whether a memory `m`, or something that it rests on, is told by another turn than this one of an episode. */
export const toldByOther = ({ episode, turn }: { readonly episode: Sql; readonly turn: Sql }): Sql => sql`exists (
      select
      from ${itselfAndBasis} as i
      cross join lateral (
        select episode_id, turn, first_turn
        from memory_telling t
        where t.user_id = m.user_id
          and t.memory_id = i.id
          and t.removed_at is null
        offset 0
      ) as t
      where not (t.episode_id = ${episode} and ${turn} between t.first_turn and t.turn)
    )`

/**
 * The tellings in force `t`, with their episodes `e`, of a visible memory `m` and of what it rests on, `v`, as far as the caller may
 * know of them. Each is looked up by its key, whatever the planner thinks of the number of rows.
 */
const knownTellings = (scope: Scope): Sql => sql`${itselfAndBasis} as i
        cross join lateral (select * from ${basisVisibleTo(scope)} as v where v.id = i.id offset 0) as v
        cross join lateral (
          select *
          from memory_telling t
          where t.user_id = v.user_id
            and t.memory_id = v.id
            and t.removed_at is null
            and (v.id = m.id and (t.episode_id, t.turn) = (v.episode_id, v.turn) or ${readableOf(scope)})
          offset 0
        ) as t
        cross join lateral (
          select source_site, source_url, session_id, metadata
          from episode e
          where e.user_id = t.user_id
            and e.id = t.episode_id
          offset 0
        ) as e`

/** The same as rows. */
export const tellingsOf = (scope: Scope): Sql => sql`(
        select t.memory_id, t.episode_id, t.turn, t.first_turn, t.at, t.observed_offset, t.recorded_at, e.source_site, e.source_url,
               e.session_id, e.metadata
        from ${knownTellings(scope)}
      )`

/** Whether one of these is not among those for which the conditions hold. */
export const toldBesides = (scope: Scope, conditions: readonly Sql[]): Sql => sql`exists (
        select
        from ${knownTellings(scope)}
        where not ${isAmong(conditions)}
      )`

/** Whether a memory `m` was stored with one of these tellings, removed or not. */
export const storedWith = (conditions: readonly Sql[]): Sql => sql`exists (
        select
        from memory_telling t
        join episode e on e.user_id = t.user_id and e.id = t.episode_id
        where t.user_id = m.user_id
          and t.memory_id = m.id
          and t.is_first
          and ${isAmong(conditions)}
      )`

type There = { readonly ids: readonly string[]; readonly conditions: readonly Sql[]; readonly most: number }

/** The tellings in force of these memories for which the conditions hold. */
export const tellingsThere = (scope: Scope, { ids, conditions, most }: There): Sql => sql`(
      select t.memory_id::text as "memoryId", t.episode_id::text as "episodeId", t.turn, t.first_turn as "from"
      from memory v
      join memory_telling t on t.user_id = v.user_id and t.memory_id = v.id
      join episode e on e.user_id = t.user_id and e.id = t.episode_id
      where v.user_id = ${scope.userId}
        and v.id = any(${ids}::text[]::uuid[])
        and t.removed_at is null
        and ((t.episode_id, t.turn) = (v.episode_id, v.last_turn) or ${readableOf(scope)})
        and ${isAmong(conditions)}
      order by t.memory_id, t.episode_id, t.turn
      limit ${whole(most)}
    )`

/** Whether all who may read the memory may read the episode `e`: then its place may be shown to them. */
const isReadByAllOf = (m: Sql): Sql => sql`(
          e.workspace_id is not distinct from ${m}.workspace_id
          and (${m}.workspace_id is null
               or coalesce(e.visibility, 'workspace') = 'workspace'
               or e.visibility = ${m}.visibility and e.agent_id = ${m}.agent_id and e.granted_to @> ${m}.granted_to))`

/** The order in which tellings `t` of a memory `m` take the place of a first one that goes. */
const inOrder: Sql = sql`${isReadByAllOf(sql`m`)} desc, t.recorded_at, t.turn, t.episode_id`

/** Of memories whose place goes with these tellings the first of those that are left, rather one that all of its readers may read. */
export const firstWithout = (userId: string, tellings: TellingsToRemove['tellings']): Sql => sql`(
      with gone (memory_id, episode_id, turn) as (
        select *
        from unnest(
          ${tellings.map(({ memoryId }) => memoryId)}::text[]::uuid[],
          ${tellings.map(({ episodeId }) => episodeId)}::text[]::uuid[],
          ${tellings.map(({ turn }) => turn)}::int[]
        )
      )
      select m.id::text as "memoryId", f.*
      from memory m
      cross join lateral (
        select t.episode_id::text as "episodeId", jsonb_build_array(t.first_turn, t.turn) as turns,
               e.source_site as "sourceSite", e.session_id as "sessionId",
               ${TOLD_AT} as "observedAt", t.observed_offset as "observedOffset",
               t.told_on::text as "occurredOn"
        from memory_telling t
        join episode e on e.user_id = t.user_id and e.id = t.episode_id
        where t.user_id = m.user_id
          and t.memory_id = m.id
          and t.removed_at is null
          and (t.memory_id, t.episode_id, t.turn) not in (select * from gone)
        order by ${inOrder}
        limit 1
      ) as f
      where m.user_id = ${userId}
        and (m.id, m.episode_id, m.last_turn) in (select * from gone)
    )`

/**
 * Of memories `m` that have lost tellings since an instant (ISO 8601), the place that their records showed then. Readers may have
 * changed since, so that which telling took the place of the first one is not certain: one that the caller may not read is none.
 */
export const placesAt = (scope: Scope, instant: string): Sql => sql`(
    select distinct on (t.memory_id) t.memory_id, t.episode_id, t.turn, e.source_site, 'site/' || e.source_site as namespace,
           e.session_id, ${TOLD_AT} as observed_at, t.observed_offset, t.told_on
    from memory_telling t
    join episode e on e.user_id = t.user_id and e.id = t.episode_id
    join memory m on m.user_id = t.user_id and m.id = t.memory_id
    where t.user_id = ${scope.userId}
      and t.memory_id in (
        select memory_id
        from memory_telling
        where user_id = ${scope.userId}
          and removed_at > ${instant}::timestamptz)
      and ${inForce({ instant })}
      and (t.is_first or (t.episode_id, t.turn) = (m.episode_id, m.last_turn) or ${readableOf(scope)})
    order by t.memory_id, t.is_first desc, ${inOrder}
  )`
