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

/** A stretch of the own words of a memory, in UTF-16 units, the end exclusive. */
type ShownEvidence = { readonly memory_id: string; readonly start: number; readonly end: number }

/** A memory as interface.md defines it: columns have the API's names. */
export type RecordWithoutEmbedding = {
  readonly id: string
  readonly user_id: string
  readonly content: string
  readonly memory_type: string
  readonly importance: number
  readonly source_site: string
  readonly source_url: string
  readonly episode_id: string
  readonly session_id: string | null
  /** How many times it was said, as far as the caller may know; of what was derived, how many times what it rests on was. */
  readonly tellings: number
  /** The role of the speaker, in lower case; null if no speaker is named. */
  readonly role: string | null
  /** The source turn in its episode, the last one of several; null for what was made of other memories. */
  readonly turn: number | null
  readonly status: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly keywords: string
  readonly namespace: string
  readonly trust_score: number
  readonly version: number
  readonly created_at: string
  readonly access_count: number
  readonly summary: string
  readonly overview: string
  readonly observed_at: string
  readonly last_accessed_at: string
  readonly expired_at: string | null
  readonly deleted_at: string | null
  readonly network: string
  readonly opinion_confidence: number | null
  readonly observation_subject: string | null
  readonly audn_candidates: readonly unknown[] | null
  readonly deferred_audn: boolean
  readonly workspace_id: string | null
  readonly agent_id: string | null
  readonly visibility: string | null
  readonly search_vector: string
  /** How a fact came to be known; null for what was taken over as it was said. */
  readonly claim_type: string | null
  /** What its words rest on, as far as the caller sees it. */
  readonly evidence: readonly ShownEvidence[]
  /** Whether what it rests on has changed since, as far as all of its readers may know. */
  readonly basis_changed: boolean
  /** What is in force in its place, or in the place of a fact that rests on it. */
  readonly outdated_by: string | null
  readonly subject: string | null
  /** The slot that its writer says it takes. */
  readonly key: string | null
  /** Of facts that are about one attribute of their subject. */
  readonly attribute: string | null
  readonly value: string | null
  /** The days on which a fact begins and ends to hold, and the words that say so. */
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly valid_words: string | null
  /** A fact in few words. */
  readonly headline: string
}

export type MemoryRecord = RecordWithoutEmbedding & { readonly embedding: readonly number[] }

/** The record's columns, over `m` (memories visible in the scope) joined by `joinedRecord`. */
const recordColumns = (scope: Scope): Sql => sql`
  m.id, m.user_id, t.content, m.memory_type, m.importance, m.source_site, e.source_url, m.episode_id, m.session_id,
  (select count(*)::int from ${tellingsOf(scope)} as told) as tellings, m.role, m.turn,
  m.status, ${shownMetadata(sql`e.metadata`, sql`t.metadata`)} as metadata, t.keywords, m.namespace, m.trust_score, m.version, m.created_at,
  a.access_count, t.summary, t.overview, m.observed_at, a.last_accessed_at, m.expired_at, m.deleted_at, m.network,
  t.opinion_confidence, t.observation_subject, null as audn_candidates, false as deferred_audn,
  m.workspace_id, m.agent_id, m.visibility, t.own_words::text as search_vector,
  m.claim_type, ${evidenceShownTo(scope)} as evidence, ${basisChanged} as basis_changed,
  ${outdatedBy(scope)} as outdated_by, m.subject, m.key, t.attribute, t.value,
  m.valid_from, m.valid_to, t.valid_words, t.summary as headline`

/** The tables joined to the visible memories `m` for a record. */
const joinedRecord: Sql = sql`
  join memory_text t using (user_id, id)
  join memory_access a using (user_id, id)
  join episode e on e.user_id = m.user_id and e.id = m.episode_id`

/** Parses pgvector's text form; a memory without a vector has an empty embedding. */
const withEmbedding = <Row extends { readonly embedding: string | null }>({ embedding, ...row }: Row) => ({
  ...row,
  embedding: embedding === null ? [] : (JSON.parse(embedding) as readonly number[]), // pgvector prints a JSON array
})

/**
 * The full records of these memories in the given order, each once; memories that the caller cannot see are omitted.
 */
export const expandMemories = (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly RecordWithoutEmbedding[]> =>
  db.rows<RecordWithoutEmbedding>(sql`
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
export const sessionsOf = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await db.rows<Pick<RecordWithoutEmbedding, 'id' | 'session_id'>>(sql`
    select m.id, m.session_id
    from ${visibleTo(scope)} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  return new Map(rows.map(({ id, session_id }) => [id, session_id]))
}

/** One memory, including one that needs clarification. Throws MemoryNotFound if the caller can see no such memory. */
export const getMemory = async (db: Database, scope: Scope, id: string): Promise<MemoryRecord> => {
  const [row] = await db.rows<RecordWithoutEmbedding & { embedding: string | null }>(sql`
    select ${recordColumns(scope)}, t.embedding::text as embedding
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    ${joinedRecord}
    where m.id = ${id}`)
  if (!row) throw new MemoryNotFound(id)
  return withEmbedding(row)
}

/**
 * The sort key of a memory in a list: when it was written (ISO 8601), its position in the conversation, and its id. It
 * does not change when other memories are added or deleted.
 */
export type Place = { readonly createdAt: string; readonly ordinal: string; readonly id: string }

export type Page = {
  readonly memories: readonly MemoryRecord[]
  /** The number on this page, and the number in scope. */
  readonly count: number
  readonly total: number
  /** The sort key of the last row; null on the last page. */
  readonly next: Place | null
}

export type Listing = Filters & {
  readonly limit: number
  readonly offset: number
  /** Only memories after this sort key. */
  readonly after?: Place
}

/**
 * Newest first; memories of one write in the order of the conversation. The page is selected on the narrow rows before
 * wide columns are read.
 */
export const listMemories = async (db: Database, scope: Scope, listing: Listing): Promise<Page> => {
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
  const rows = await db.rows<RecordWithoutEmbedding & { embedding: string | null; ordinal: string }>(sql`
    select ${recordColumns(scope)}, t.embedding::text as embedding, m.ordinal::text as ordinal
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
  const memories = page.map(({ ordinal: _, ...row }) => withEmbedding(row))
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    memories,
    count: memories.length,
    total: Number(counted?.total ?? 0n),
    next: last ? { createdAt: last.created_at, ordinal: last.ordinal, id: last.id } : null,
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

export type Statistics = {
  readonly count: number
  readonly avgImportance: number
  readonly sourceDistribution: Readonly<Record<string, number>>
}

/**
 * The number of memories in scope, their average importance (0 when there are none), and their sources. Importance is
 * summed as decimals: a sum of floats would depend on the order of rows, and so on hidden rows.
 */
export const countMemories = async (db: Database, scope: Scope): Promise<Statistics> => {
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

export type MemoryLink = {
  readonly memory_id: string
  readonly kind: string
  /** Cosine; null where it was not worked out. */
  readonly similarity: number | null
  /** Whether the link leads from the memory to the other, or the other way. */
  readonly direction: 'out' | 'in'
}

/** The most links that are told of one memory. */
const MOST = 200

/**
 * How a memory is linked with others that the caller sees: first what it contests, then what it rests on and what rests
 * on it, then what is like it, the nearest first. Throws MemoryNotFound if the caller can see no such memory.
 */
export const linksOf = async (db: Database, scope: Scope, id: string): Promise<readonly MemoryLink[]> => {
  const rows = await db.rows<MemoryLink | { readonly memory_id: null }>(sql`
    select l.*
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    left join lateral ${linksVisibleTo(scope)} as l on true
    where m.id = ${id}
    order by array_position(array['contradicts', 'supersedes', 'evidence', 'same_entity', 'similar'], l.kind),
             l.similarity desc nulls last, l.memory_id, l.direction
    limit ${whole(MOST)}`)
  if (rows.length === 0) throw new MemoryNotFound(id)
  return rows.flatMap((row) => (row.memory_id === null ? [] : [row]))
}
