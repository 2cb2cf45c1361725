import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { list, type Sql, sql, whole } from '../postgres/sql.js'
import { type Filters, isNarrowing, wantedOf, wantedParts } from './filters.js'
import { shownMetadata } from './readable-by.js'
import { basisChanged, evidenceShownTo, outdatedBy } from './visible-evidence.js'
import { linksVisibleTo } from './visible-links.js'
import { countOf, countVisibleTo, visibleTo } from './visible-memories.js'
import { tellingsOf } from './visible-tellings.js'

/** What the code reads of a record. It is answered as it is selected: in the names, and by the schema, of the interface. */
export type MemoryRecord = { readonly id: string; readonly created_at: string; readonly session_id: string | null }

/** The record's columns, over `m` (memories visible in the scope) joined by `joinedRecord`. */
const recordColumns = (scope: Scope): Sql => sql`
  m.id, m.user_id, t.content, m.memory_type, m.importance, m.source_site, e.source_url, m.episode_id, m.session_id,
  (select count(*)::int from ${tellingsOf(scope)} as told) as tellings, m.role, m.turn,
  m.status, ${shownMetadata(sql`e.metadata`, sql`t.metadata`)} as metadata, t.keywords, m.namespace, m.trust_score, m.version, m.created_at,
  a.access_count, t.summary, t.overview, m.observed_at, m.observed_offset, a.last_accessed_at, m.expired_at, m.deleted_at, m.network,
  t.opinion_confidence, t.observation_subject, null as audn_candidates, false as deferred_audn,
  m.workspace_id, m.agent_id, m.visibility, t.own_words::text as search_vector,
  m.claim_type, ${evidenceShownTo(scope)} as evidence, ${basisChanged} as basis_changed,
  ${outdatedBy(scope)} as outdated_by, m.subject, m.key,
  m.valid_from, m.valid_to, t.valid_words, t.summary as headline`

/** The tables joined to the visible memories `m` for a record. */
const joinedRecord: Sql = sql`
  join memory_text t using (user_id, id)
  join memory_access a using (user_id, id)
  join episode e on e.user_id = m.user_id and e.id = m.episode_id`

/** The embedding as numbers, of the JSON array that pgvector prints; empty for a memory without one. */
const embeddingColumn: Sql = sql`coalesce(t.embedding::text, '[]')::json as embedding`

/** The full records of these memories in the given order, each once, without those that the caller cannot see. */
export const expandMemories = (db: Database, scope: Scope, ids: readonly string[]) =>
  db.rows<MemoryRecord>(sql`
    select ${recordColumns(scope)}
    from (
      select id, min(place) as place
      from unnest(${ids}::text[]::uuid[]) with ordinality as asked (id, place)
      group by id
    ) as asked
    join ${visibleTo(scope)} as m using (id)
    ${joinedRecord}
    order by asked.place`)

/** The session of each of these memories, of those that the caller can see. */
export const sessionsOf = async (db: Database, scope: Scope, ids: readonly string[]) => {
  const rows = await db.rows<Pick<MemoryRecord, 'id' | 'session_id'>>(sql`
    select m.id, m.session_id
    from ${visibleTo(scope)} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  return new Map(rows.map(({ id, session_id }) => [id, session_id]))
}

/** One memory, including one that needs clarification. Throws MemoryNotFound if the caller can see no such memory. */
export const getMemory = async (db: Database, scope: Scope, id: string) => {
  const [row] = await db.rows<MemoryRecord>(sql`
    select ${recordColumns(scope)}, ${embeddingColumn}
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    ${joinedRecord}
    where m.id = ${id}`)
  if (!row) throw new MemoryNotFound(id)
  return row
}

/** The sort key in a list: when it was written (ISO 8601), its place in the conversation, its id. It never changes. */
export type Place = { readonly createdAt: string; readonly ordinal: string; readonly id: string }

export type Page = Awaited<ReturnType<typeof listMemories>>

export type Listing = Filters & {
  readonly limit: number
  readonly offset: number
  /** Only memories after this sort key. */
  readonly after?: Place
}

/** Newest first, one write in the order of the conversation. Wide columns are read of the page alone. */
export const listMemories = async (db: Database, scope: Scope, listing: Listing) => {
  const { limit, offset, after } = listing
  const narrowing = isNarrowing(listing)
  const parts = narrowing ? wantedParts(scope, listing) : [visibleTo(scope)]
  const pages = parts.map(
    (part) => sql`(
        select m.*
        from ${part} as m
        where ${after === undefined ? sql`true` : behind(after)}
        order by m.created_at desc, m.ordinal, m.id
        limit ${whole(offset + limit + 1)}
      )`,
  )
  const rows = await db.rows<MemoryRecord & { readonly ordinal: string }>(sql`
    select ${recordColumns(scope)}, ${embeddingColumn}, m.ordinal::text as ordinal
    from (
      select m.*
      from (${list(pages, ' union all ')}) as m
      order by m.created_at desc, m.ordinal, m.id
      limit ${whole(limit + 1)}
      offset ${whole(offset)}
    ) as m
    ${joinedRecord}
    order by m.created_at desc, m.ordinal, m.id`)
  const [counted] = await db.rows<{ total: bigint }>(
    narrowing
      ? sql`select count(*) as total from ${wantedOf(scope, listing)} as m`
      : sql`select ${countVisibleTo(scope)} as total`,
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const next: Place | null = last ? { createdAt: last.created_at, ordinal: last.ordinal, id: last.id } : null
  return {
    memories: page.map(({ ordinal: _, ...row }) => row),
    count: page.length,
    total: Number(counted?.total ?? 0n),
    next,
  }
}

/** The first condition is the one that the index of the order supports. */
const behind = ({ createdAt, ordinal, id }: Place): Sql => sql`m.created_at <= ${createdAt}::timestamptz
        and (m.created_at < ${createdAt}::timestamptz or (m.ordinal, m.id) > (${ordinal}::bigint, ${id}::uuid))`

/** The number of a user's active memories, regardless of their readers. */
export const countActive = async (db: Database, userId: string): Promise<number> => {
  const [row] = await db.rows<{ memories: bigint }>(sql`select ${countOf(sql`${userId}`)} as memories`)
  return Number(row?.memories ?? 0n)
}

/**
 * The number of memories in scope, their average importance (0 when there are none), and their sources. Importance is
 * summed as decimals: a sum of floats would depend on the order of rows, and so on hidden rows.
 */
export const countMemories = async (db: Database, scope: Scope) => {
  const sources = await db.rows<{ source_site: string; memories: bigint; importance: number }>(sql`
    select source_site, count(*) as memories, sum(importance::numeric)::float8 as importance
    from ${visibleTo(scope)} as m
    group by source_site
    order by source_site`)
  const count = sources.reduce((sum, { memories }) => sum + Number(memories), 0)
  const importance = sources.reduce((sum, source) => sum + source.importance, 0)
  return {
    count,
    avgImportance: count === 0 ? 0 : importance / count,
    sourceDistribution: Object.fromEntries(sources.map(({ source_site, memories }) => [source_site, Number(memories)])),
  }
}

/** The most links that are told of one memory. */
const MOST = 200

/**
 * How a memory is linked with others that the caller sees: first what it contests, then what it rests on and what rests
 * on it, then what is like it, the nearest first. Throws MemoryNotFound if the caller can see no such memory.
 */
export const linksOf = async (db: Database, scope: Scope, id: string) => {
  const rows = await db.rows<{ readonly memory_id: string | null }>(sql`
    select l.*
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    left join lateral ${linksVisibleTo(scope)} as l on true
    where m.id = ${id}
    order by array_position(array['contradicts', 'supersedes', 'evidence', 'similar'], l.kind),
             l.similarity desc nulls last, l.memory_id, l.direction
    limit ${whole(MOST)}`)
  if (rows.length === 0) throw new MemoryNotFound(id)
  return rows.filter(({ memory_id }) => memory_id !== null)
}
