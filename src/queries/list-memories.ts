import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { type Filters, isNarrowing, wantedOf } from './filters.js'
import {
  joinedRecord,
  type MemoryRecord,
  type RecordWithoutEmbedding,
  recordColumns,
  withEmbedding,
} from './memory-record.js'
import { groupsVisibleTo, visibleTo } from './visible-memories.js'

/** A memory's place in the order of a list: ISO 8601, and its id. It stays when other memories come and go. */
export type Place = { readonly createdAt: string; readonly id: string }

export type Page = {
  readonly memories: readonly MemoryRecord[]
  /** How many are on this page, and how many are in scope. */
  readonly count: number
  readonly total: number
  /** Where the next page goes on; null on the last one. */
  readonly next: Place | null
}

export type Listing = Filters & {
  readonly limit: number
  readonly offset: number
  /** Only what comes behind this place. */
  readonly after?: Place
}

/** Newest first. The page is chosen on the narrow rows before anything wide is read. */
export const listMemories = async (db: Database, scope: Scope, listing: Listing): Promise<Page> => {
  const { limit, offset, after } = listing
  const narrowing = isNarrowing(listing)
  const wanted = narrowing ? wantedOf(scope, listing) : visibleTo(scope)
  const rows = await db.rows<RecordWithoutEmbedding & { embedding: string | null }>(sql`
    select ${recordColumns}, t.embedding::text as embedding
    from (
      select m.*
      from ${wanted} as m
      where ${after === undefined ? sql`true` : behind(after)}
      order by m.created_at desc, m.id
      limit ${whole(limit + 1)}
      offset ${whole(offset)}
    ) as m
    ${joinedRecord}
    order by m.created_at desc, m.id`)
  const [counted] = await db.rows<{ total: bigint }>(
    narrowing
      ? sql`select count(*) as total from ${wanted} as m`
      : sql`select coalesce(sum(memories), 0)::bigint as total from ${groupsVisibleTo(scope)} as g`,
  )
  const memories = rows.slice(0, limit).map(withEmbedding)
  const last = rows.length > limit ? memories.at(-1) : undefined
  return {
    memories,
    count: memories.length,
    total: Number(counted?.total ?? 0n),
    next: last ? { createdAt: last.created_at, id: last.id } : null,
  }
}

/** The first condition is what the index of the order can use. */
const behind = ({ createdAt, id }: Place): Sql => sql`m.created_at <= ${createdAt}::timestamptz
        and (m.created_at < ${createdAt}::timestamptz or m.id > ${id}::uuid)`
