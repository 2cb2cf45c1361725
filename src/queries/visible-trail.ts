import { grouped } from '../concurrency/slices.js'
import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { readableBy, shownMetadata } from './readable-by.js'
import { placesAt } from './visible-tellings.js'

/** The boundary for what memories were: at an instant, and in each of their versions. */

/**
 * The visible memories at an instant in the past (ISO 8601): memories that were active then, with the wording of that
 * time, if the caller could read them then and can read them now. The latest row of each trail table up to the instant
 * decides; an erased memory has no wording. A memory that never changed was then what it is now, which needs no trail: most
 * have not, and its wording is read only where a column of it is selected.
 */
export const visibleAt = (scope: Scope, instant: string, among: Among = 'all'): Sql => sql`(
  select ${asRecorded}, m.version, w.content, m.subject, m.key, m.memory_type, m.importance,
         ${metadataThen}, m.occurred_on, m.version as wording, m.words_of, m.claim_type, ${tiersThen},
         m.valid_from, m.valid_to, m.text_hash
  from ${recordedBy(scope, instant, idsIn(among))} as m
  left join memory_wording w on w.user_id = m.user_id and w.id = m.id and w.version = 1
  left join episode e on e.user_id = m.user_id and e.id = m.episode_id
  where m.version = 1
    and m.status = 'active'
    ${among === 'changed' ? sql`and m.has_moved` : sql``}
  union all
  select ${asRecorded}, v.version, w.content, w.subject, w.key, w.memory_type, w.importance,
         ${metadataThen}, m.occurred_on, w.version as wording, w.words_of, w.fact ->> 'claimType' as claim_type, ${tiersThen},
         (w.fact #>> '{valid,from}')::date as valid_from, (w.fact #>> '{valid,to}')::date as valid_to,
         case when w.words_of = m.words_of then m.text_hash end as text_hash
  from ${recordedBy(scope, instant, idsIn(among))} as m
  cross join lateral (
    select user_id, id, version, action, status
    from memory_version v
    where v.user_id = m.user_id
      and v.id = m.id
      and v.at <= ${instant}::timestamptz
    order by version desc
    limit 1
  ) as v
  cross join lateral ${lastWording} as w
  left join episode e on e.user_id = m.user_id and e.id = m.episode_id
  where case when v.action in ('update', 'share') then ${settledStatus} else v.status end = 'active'
    and m.version > 1
    and ${readableThen(scope, sql`v`)}
)`

/** Which memories of the past: all, those with these ids, or those that have changed since they were stored, or lost a telling since. */
type Among = 'all' | 'changed' | readonly string[]

const idsIn = (among: Among): readonly string[] | undefined => (typeof among === 'string' ? undefined : among)

/** What had been recorded by then, of the memories that the caller can read now, at the place that it had then. */
const recordedBy = (scope: Scope, instant: string, ids: readonly string[] | undefined): Sql => sql`(
    select ${unchanging}, ${placeThen}, m.version, m.status, m.subject, m.key, m.memory_type, m.importance,
           m.words_of, m.claim_type, m.valid_from, m.valid_to, m.text_hash, p.memory_id is not null as has_moved
    from memory m
    left join ${placesAt(scope, instant, ids)} as p on p.memory_id = m.id
    where m.user_id = ${scope.userId}
      and m.created_at <= ${instant}::timestamptz
      ${ids === undefined ? sql`` : sql`and m.id = any(${ids}::text[]::uuid[])`}
      and ${readableBy(scope)}
  )`

/** What no later version changes, and what is told of a memory of the past as it is now. */
const unchanging: Sql = sql`m.user_id, m.id, m.agent_id, m.session, m.ordinal, m.role, m.created_at, m.superseded_by, m.trust_score,
         m.reader_group, m.workspace_id, m.visibility, m.granted_to, m.echo_of`
const placeThen: Sql = sql`coalesce(p.source_site, m.source_site) as source_site,
           coalesce(p.namespace, m.namespace) as namespace,
           case when p.memory_id is null then m.session_id else p.session_id end as session_id,
           coalesce(p.episode_id, m.episode_id) as episode_id, coalesce(p.turn, m.last_turn) as turn,
           coalesce(p.observed_at, m.observed_at) as observed_at,
           case when p.memory_id is null then m.observed_offset else p.observed_offset end as observed_offset,
           coalesce(p.told_on, m.occurred_on) as occurred_on`
const asRecorded: Sql = sql`${unchanging}, m.source_site, m.namespace, m.session_id, m.episode_id, m.turn, m.observed_at,
         m.observed_offset`
const metadataThen: Sql = sql`${shownMetadata(sql`e.metadata`, sql`w.metadata`)} as metadata`
const tiersThen: Sql = sql`coalesce(w.fact ->> 'headline', '') as headline, coalesce(w.fact ->> 'overview', '') as overview`

/** The wordings of a memory that the caller could read when they were set, and what it says while it is active. */
export const wordingsVisibleTo = (scope: Scope, id: string): Sql => sql`(
  select w.*
  from memory_wording w
  where w.user_id = ${scope.userId}
    and w.id = ${id}
    and exists (
      select from memory m
      where m.user_id = w.user_id
        and m.id = w.id
        and m.status not in ('pending', 'erased')
        and ${readableBy(scope)}
        and (
          m.status = 'active' and w.version = (
            select max(n.version)
            from memory_wording n
            where n.user_id = w.user_id
              and n.id = w.id)
          or ${readableThen(scope, sql`w`)}))
)`

/** Whether the caller could read a memory when it had this version. */
const readableThen = (scope: Scope, version: Sql): Sql => sql`(
      select ${readableBy(scope)}
      from memory_readers r
      where r.user_id = ${version}.user_id
        and r.id = ${version}.id
        and r.version <= ${version}.version
      order by r.version desc
      limit 1
    )`

/** An update, or a change of readers, keeps the status: the latest version that set it decides. */
const settledStatus: Sql = sql`(
      select s.status
      from memory_version s
      where s.user_id = v.user_id
        and s.id = v.id
        and s.version < v.version
        and s.action not in ('update', 'share')
      order by s.version desc
      limit 1
    )`

const lastWording: Sql = sql`(
    select version, content, subject, key, memory_type, importance, metadata, words_of, fact
    from memory_wording w
    where w.user_id = m.user_id
      and w.id = m.id
      and w.version <= v.version
    order by w.version desc
    limit 1
  )`

/** Whether a visible memory `m` still has the words that it was stored with, which are `content` now: a key may have come to them. */
export const saysAsStored = (m: Sql, content: Sql): Sql => sql`(${m}.words_of = 1 or exists (
    select
    from memory_wording w
    where w.user_id = ${m}.user_id
      and w.id = ${m}.id
      and w.version = 1
      and w.content = ${content}))`

/** All that these memories ever said, with the group of those who can read it now, whoever that is: for an erasure, never for answers. */
export const everythingSaidBy = (userId: string, memoryIds: readonly string[]): Sql => sql`(
  select w.user_id, w.id, w.content, w.speaker, w.key, m.reader_group
  from memory m
  join memory_wording w on w.user_id = m.user_id and w.id = m.id
  where m.user_id = ${userId}
    and m.id = any(${memoryIds}::text[]::uuid[])
)`

/**
 * Every version of this user's memories. The owner of the tenancy sees that they existed; the content of a version is
 * shown if the caller could read it then and can read the memory now, deleted or not.
 */
const trailVisibleTo = (scope: Scope): Sql => sql`(
  select v.user_id, v.id, v.version, v.action, v.at, v.reason, v.actor_key, v.actor_agent, v.episode_id,
         w.content, w.key
  from memory_version v
  left join lateral (
    select w.content, w.key
    from memory_wording w
    where w.user_id = v.user_id
      and w.id = v.id
      and w.version <= v.version
      and exists (
        select from memory m
        where m.user_id = v.user_id
          and m.id = v.id
          and ${readableBy(scope)})
      and ${readableThen(scope, sql`v`)}
    order by w.version desc
    limit 1
  ) as w on true
  where v.user_id = ${scope.userId}
    and v.status <> 'pending'
)`

/** The actions on a memory. */
const ACTIONS = ['add', 'update', 'supersede', 'delete', 'contest', 'clarify', 'share', 'restore', 'erase'] as const
type Action = (typeof ACTIONS)[number]

type Change = {
  readonly version: number
  readonly action: Action
  readonly timestamp: string
  readonly reason: string | null
}
type Entry = Change & { readonly content: string | null; readonly key: string | null }

const changeColumns = sql`version, action, at as timestamp, reason,
           jsonb_build_object('key', actor_key, 'agentId', actor_agent) as actor`

/** Every version of these memories, deleted or not, oldest first; without those that never existed. */
export const readTrails = async (db: Database, scope: Scope, ids: readonly string[]) => {
  const rows = await db.rows<Entry & { readonly id: string }>(sql`
    select id, ${changeColumns}, episode_id as "episodeId", content, key
    from ${trailVisibleTo(scope)} as v
    where id = any(${ids}::text[]::uuid[])
    order by id, version`)
  const trails = grouped(rows, ({ id }) => id)
  return [...trails].map(([memoryId, own]) => ({ memoryId, trail: own.map(entry), versionCount: own.length }))
}

/** The same of one memory. Throws MemoryNotFound if it never existed. */
export const readTrail = async (db: Database, scope: Scope, id: string) => {
  const [trail] = await readTrails(db, scope, [id])
  if (trail === undefined) throw new MemoryNotFound(id)
  return trail
}

/** The words and the key of a version only where the caller may read the memory now, and could at that version. */
const entry = ({ id: _, content, key, ...row }: Entry & { readonly id: string }) => ({
  ...row,
  ...(content === null ? {} : { content }),
  ...(key === null ? {} : { key }),
})

/** The trail without content: it is for the owner, in any scope. */
const trailOf = (userId: string) => trailVisibleTo({ kind: 'user', userId })

/** The number of actions of each kind on this user's memories, and of the memories that ever existed. */
export const summarizeMutations = async (db: Database, userId: string) => {
  const rows = await db.rows<{ action: Action; mutations: number }>(sql`
    select action, count(*)::int as mutations
    from ${trailOf(userId)} as v
    group by action`)
  const counted = new Map(rows.map(({ action, mutations }) => [action, mutations]))
  // fromEntries forgets the keys
  const byAction = Object.fromEntries(ACTIONS.map((action) => [action, counted.get(action) ?? 0])) as Record<
    Action,
    number
  >
  const total = rows.reduce((sum, { mutations }) => sum + mutations, 0)
  const deletes = byAction.delete + byAction.erase
  const updates = total - byAction.add - deletes
  return { creates: byAction.add, updates, deletes, total, byAction, memories: byAction.add }
}

/** The latest actions on this user's memories, newest first. */
export const recentMutations = (db: Database, userId: string, limit: number) =>
  db.rows<Change & { readonly memoryId: string }>(sql`
    select id as "memoryId", ${changeColumns}
    from ${trailOf(userId)} as v
    order by at desc, id, version desc
    limit ${whole(limit)}`)
