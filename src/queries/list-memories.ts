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

/**
 * A memory's place in the order of a list: when it was written (ISO 8601), where it stands among what was said, and its id.
 * It stays when other memories come and go.
 */
export type Place = { readonly createdAt: string; readonly ordinal: string; readonly id: string }

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

/** Newest first; what was written at once in the order it was said. The page is chosen on the narrow rows before anything wide is read. */
export const listMemories = async (db: Database, scope: Scope, listing: Listing): Promise<Page> => {
  const { limit, offset, after } = listing
  const narrowing = isNarrowing(listing)
  const wanted = narrowing ? wantedOf(scope, listing) : visibleTo(scope)
  const rows = await db.rows<RecordWithoutEmbedding & { embedding: string | null; ordinal: string }>(sql`
    select ${recordColumns}, t.embedding::text as embedding, m.ordinal::text as ordinal
    from (
      select m.*
      from ${wanted} as m
      where ${after === undefined ? sql`true` : behind(after)}
      order by m.created_at desc, m.ordinal, m.id
      limit ${whole(limit + 1)}
      offset ${whole(offset)}
    ) as m
    ${joinedRecord}
    order by m.created_at desc, m.ordinal, m.id`)
  const [counted] = await db.rows<{ total: bigint }>(
    narrowing
      ? sql`select count(*) as total from ${wanted} as m`
      : sql`select coalesce(sum(memories), 0)::bigint as total from ${groupsVisibleTo(scope)} as g`,
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

/** The first condition is what the index of the order can use. */
const behind = ({ createdAt, ordinal, id }: Place): Sql => sql`m.created_at <= ${createdAt}::timestamptz
        and (m.created_at < ${createdAt}::timestamptz or (m.ordinal, m.id) > (${ordinal}::bigint, ${id}::uuid))`
