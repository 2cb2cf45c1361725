import { inOrder } from '../concurrency/slices.js'
import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { type Filters, isNarrowing, passingByRecord, passingElsewhere } from './filters.js'
import { type Listed, withTellings } from './told-elsewhere.js'
import { linksVisibleTo } from './visible-links.js'
import { countOf, countVisibleTo, visibleRows, visibleTo } from './visible-memories.js'
import { type MemoryRecord, recordsOf } from './visible-records.js'

/** The full records of these memories in the given order, each once, without those that the caller cannot see. */
export const expandMemories = (db: Database, scope: Scope, ids: readonly string[]) =>
  recordsOf(db, scope, { ids, statuses: ['active'], withEmbedding: false })

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
  const statuses = ['active', 'needs_clarification'] as const
  const [row] = await recordsOf(db, scope, { ids: [id], statuses, withEmbedding: true })
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

/** Newest first, one write in the order of the conversation. A memory that the caller loses meanwhile is left out. */
export const listMemories = async (db: Database, scope: Scope, listing: Listing) => {
  const { entries, more, total } = isNarrowing(listing)
    ? await narrowedPage(db, scope, await withTellings(db, { scope }, listing))
    : await wholePage(db, scope, listing)
  const ids = entries.map(({ id }) => id)
  const memories = await recordsOf(db, scope, { ids, statuses: ['active'], withEmbedding: true })
  const last = more ? entries.at(-1) : undefined
  const next: Place | null = last ? { createdAt: last.created_at, ordinal: String(last.ordinal), id: last.id } : null
  return { memories, count: memories.length, total, next }
}

type EntryPage = { readonly entries: readonly Listed[]; readonly more: boolean; readonly total: number }

const wholePage = async (db: Database, scope: Scope, { limit, offset, after }: Listing): Promise<EntryPage> => {
  const [found, [counted]] = await Promise.all([
    db.rows<Listed>(sql`
    /* list: a page of memories */
    select m.id, m.created_at, m.ordinal
    from ${visibleRows(scope)} as m
    ${after === undefined ? sql`` : sql`where ${behind(after)}`}
    order by m.created_at desc, m.ordinal, m.id
    limit ${whole(limit + 1)}
    offset ${whole(offset)}`),
    db.rows<{ total: bigint }>(sql`/* list: how many there are */ select ${countVisibleTo(scope)} as total`),
  ])
  return { entries: found.slice(0, limit), more: found.length > limit, total: Number(counted?.total ?? 0n) }
}

/**
 * The first of those that pass by their records, and all that pass elsewhere, which are few: little is said twice. What passes both
 * ways counts once.
 */
const narrowedPage = async (db: Database, scope: Scope, listing: Listing): Promise<EntryPage> => {
  const { limit, offset, after } = listing
  const passing = passingByRecord(scope, listing)
  const [found, [counted], elsewhere] = await Promise.all([
    db.rows<Listed>(sql`
    /* list: a page of memories that pass filters */
    select m.id, m.created_at, m.ordinal
    from ${passing}
      ${after === undefined ? sql`` : sql`and ${behind(after)}`}
    order by m.created_at desc, m.ordinal, m.id
    limit ${whole(offset + limit + 1)}`),
    db.rows<{ total: bigint }>(sql`/* list: how many pass filters */ select count(*) as total from ${passing}`),
    passingElsewhere(db, scope, listing),
  ])
  const twice = await countAmong(
    db,
    passing,
    elsewhere.map(({ id }) => id),
  )
  const left = elsewhere.filter((entry) => after === undefined || isBehind(entry, after))
  const merged = [...new Map([...found, ...left].map((entry) => [entry.id, entry])).values()].toSorted(byPlace)
  return {
    entries: merged.slice(offset, offset + limit),
    more: merged.length > offset + limit,
    total: Number(counted?.total ?? 0n) + elsewhere.length - twice,
  }
}

const countAmong = async (db: Database, passing: Sql, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const [counted] = await db.rows<{ total: bigint }>(sql`
    /* list: how many of these pass filters by their records */
    select count(*) as total
    from ${passing}
      and m.id = any(${ids}::text[]::uuid[])`)
  return Number(counted?.total ?? 0n)
}

const byPlace = (a: Listed, b: Listed): number =>
  inOrder(b.created_at, a.created_at) || inOrder(a.ordinal, b.ordinal) || inOrder(a.id, b.id)

const isBehind = (entry: Listed, { createdAt, ordinal, id }: Place): boolean =>
  byPlace({ id, created_at: createdAt, ordinal: BigInt(ordinal) }, entry) < 0

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
  const [memory] = await db.rows<{ readonly words_of: number }>(sql`
    /* links: the memory itself */
    select m.words_of
    from ${visibleRows(scope, ['active', 'needs_clarification'])} as m
    where m.id = ${id}`)
  if (memory === undefined) throw new MemoryNotFound(id)
  const links = await linksVisibleTo(db, scope, { id, wordsOf: memory.words_of, most: MOST })
  return links.slice(0, MOST)
}
