import type { TellingsToRemove } from '../domain/memory/tellings.js'
import type { Moment } from '../domain/moment.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { list, type Sql, sql, whole } from '../postgres/sql.js'
import { readableBy } from './readable-by.js'
import { type Status, visibleRows, visibleTo } from './visible-memories.js'

/** The boundary for where and when memories were said: only in episodes that the caller may read. */

/** When a telling `t` was: as it was given, or else when it was recorded. */
export const TOLD_AT: Sql = sql`coalesce(t.at, t.recorded_at)`

type TellingFilter = {
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
export const toldIn = (scope: Scope, asked: TellingFilter): Sql => sql`m.id in (
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

/** What a telling `t` and its episode `e` are asked, and the memory `m` where there is one. */
type Passing = {
  /** What the conditions need besides. */
  readonly joined: Sql
  readonly conditions: Sql
}

/** The episodes that the caller may read, to be joined by the whole key. */
const readableEpisodes = (scope: Scope): Sql => sql`(
      select *
      from episode
      where ${readableBy(scope)}
    )`

/** The visible memories that pass by another telling than the one that they were stored with. */
export const passingByTelling = (scope: Scope, { joined, conditions }: Passing): Sql => sql`
    /* list: memories that were said again where the filters pass */
    select distinct m.id, m.created_at, m.ordinal
    from memory_telling t
    join ${readableEpisodes(scope)} as e on e.user_id = t.user_id and e.id = t.episode_id
    join ${visibleRows(scope)} as m on m.user_id = t.user_id and m.id = t.memory_id
    ${joined}
    where t.user_id = ${scope.userId}
      and not t.is_first
      and t.removed_at is null
      and ${conditions}`

/** What was said again last, outside of one session: by its session and time. */
export const lastToldAgain = async (
  db: Database,
  scope: Scope,
  outside: string | undefined,
): Promise<{ readonly sessionId: string | null; readonly observedAt: string } | undefined> => {
  const [last] = await db.rows<{ readonly sessionId: string | null; readonly observedAt: string }>(sql`
    /* tellings: the last of what was said again */
    select e.session_id as "sessionId", ${TOLD_AT} as "observedAt"
    from memory_telling t
    join ${readableEpisodes(scope)} as e on e.user_id = t.user_id and e.id = t.episode_id
    join ${visibleRows(scope)} as m on m.user_id = t.user_id and m.id = t.memory_id
    where t.user_id = ${scope.userId}
      and not t.is_first
      and t.removed_at is null
      and e.session_id is not null
      and e.session_id is distinct from ${outside ?? null}
    order by ${TOLD_AT} desc
    limit 1`)
  return last
}

/** What others rest on, whoever may read it, that passes by any of its tellings: ids to ask further with. */
export const basisPassing = (scope: Scope, { joined, conditions }: Passing): Sql => sql`
    /* list: what memories were made of, said where the filters pass */
    select distinct b.evidence_id as id
    from memory_basis b
    join memory_telling t on t.user_id = b.user_id and t.memory_id = b.evidence_id
    join ${readableEpisodes(scope)} as e on e.user_id = t.user_id and e.id = t.episode_id
    ${joined}
    where b.user_id = ${scope.userId}
      and t.removed_at is null
      and ${conditions}`

/** The visible memories `m` that rest on these, as far as the caller sees those. */
export const madeOf = (scope: Scope, basis: readonly string[], conditions: Sql): Sql => sql`
    /* list: memories made of these */
    select distinct m.id, m.created_at, m.ordinal
    from memory_basis b
    join ${visibleRows(scope, BASIS)} as v on v.user_id = b.user_id and v.id = b.evidence_id
    join ${visibleRows(scope)} as m on m.user_id = b.user_id and m.id = b.id and m.words_of = b.words_of
    where b.user_id = ${scope.userId}
      and b.evidence_id = any(${basis}::text[]::uuid[])
      and ${conditions}`

/** What a fact may rest on, and what is told of it: also turns of which facts have taken the place. */
const BASIS: readonly Status[] = ['active', 'needs_clarification', 'superseded']
const basisVisibleTo = (scope: Scope): Sql => visibleTo(scope, BASIS)

/** When each of these memories was last said so, besides the time that it was stored with. */
export const lastTellings = (scope: Scope, asked: TellingFilter & { readonly ids: readonly string[] }): Sql => sql`
    /* tellings: when memories were last said again */
    select distinct on (t.memory_id) t.memory_id as id, ${TOLD_AT} as "observedAt", t.observed_offset as "observedOffset"
    from memory_telling t
    join episode e on e.user_id = t.user_id and e.id = t.episode_id
    ${asked.joined}
    where t.user_id = ${scope.userId}
      and t.memory_id = any(${asked.ids}::text[]::uuid[])
      and not t.is_first
      and ${inForce(asked)}
      and ${readableBy(scope)}
      and ${asked.conditions}
    order by t.memory_id, ${TOLD_AT} desc, t.observed_offset`

const inForce = ({ instant, removed = false }: Pick<TellingFilter, 'instant' | 'removed'>): Sql => {
  if (instant !== undefined)
    return sql`t.recorded_at <= ${instant}::timestamptz
            and (t.removed_at is null or t.removed_at > ${instant}::timestamptz)`
  return removed ? sql`t.is_first = (t.removed_at is not null)` : sql`t.removed_at is null`
}

/** The ids of all memories that these turns ever said, whoever may read them: to look further with, not for answers. */
export const idsToldIn = async (
  db: Database,
  userId: string,
  turns: readonly { readonly episodeId: string; readonly turn: number }[],
): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly id: string }>(sql`
    /* tellings: all that turns said */
    select distinct t.memory_id as id
    from memory_telling t
    where t.user_id = ${userId}
      and (t.episode_id, t.turn) in (
        select *
        from unnest(${turns.map(({ episodeId }) => episodeId)}::text[]::uuid[], ${turns.map(({ turn }) => turn)}::int[])
      )`)
  return rows.map(({ id }) => id)
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
          union
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

/** Episodes, with whether the caller may read them; to be joined by the whole key. */
const episodesSeenBy = (scope: Scope): Sql => sql`(
      select *, coalesce(${readableBy(scope)}, false) as is_readable
      from episode
    )`

/** The tellings in force `t`, in episodes `e`, of a visible memory `m` and of these that it rests on; as what follows `from`. */
export const tellingsOf = (
  scope: Scope,
  { memoryId, basis }: { readonly memoryId: string; readonly basis: readonly string[] },
): Sql => sql`${visibleRows(scope, BASIS)} as m
    join memory_telling t on t.user_id = m.user_id and t.memory_id = m.id
    join ${episodesSeenBy(scope)} as e on e.user_id = t.user_id and e.id = t.episode_id
    where m.id = any(${[memoryId, ...basis]}::text[]::uuid[])
      and t.removed_at is null
      and (e.is_readable or m.id = ${memoryId} and (t.episode_id, t.turn) = (m.episode_id, m.last_turn))`

/** How often memories were said in episodes that the caller may read. */
export type LastSaying = {
  readonly readable: number
  /** And where they were stored, whoever may read that: it is told of the memory itself. */
  readonly own: number
}

/** How often each of these visible memories was said, without what it rests on; none where that is nowhere. */
export const timesToldOf = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LastSaying>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<LastSaying & { readonly id: string }>(sql`
    /* tellings: how often memories were said */
    select m.id, (count(*) filter (where e.is_readable))::int as readable,
           (count(*) filter (where e.is_readable or (t.episode_id, t.turn) = (m.episode_id, m.last_turn)))::int as own
    from ${visibleRows(scope, BASIS)} as m
    join memory_telling t on t.user_id = m.user_id and t.memory_id = m.id
    join ${episodesSeenBy(scope)} as e on e.user_id = t.user_id and e.id = t.episode_id
    where m.id = any(${ids}::text[]::uuid[])
      and t.removed_at is null
    group by m.id`)
  return new Map(rows.map(({ id, ...told }) => [id, told]))
}

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
export const placesAt = (scope: Scope, instant: string, ids?: readonly string[]): Sql => sql`(
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
          and removed_at > ${instant}::timestamptz
          ${ids === undefined ? sql`` : sql`and memory_id = any(${ids}::text[]::uuid[])`})
      and ${inForce({ instant })}
      and (t.is_first or (t.episode_id, t.turn) = (m.episode_id, m.last_turn) or ${readableOf(scope)})
    order by t.memory_id, t.is_first desc, ${inOrder}
  )`
