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
import { countVisibleTo, visibleTo } from './visible-memories.js'

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
  const wanted = narrowing ? wantedOf(scope, listing) : visibleTo(scope)
  const rows = await db.rows<RecordWithoutEmbedding & { embedding: string | null; ordinal: string }>(sql`
    select ${recordColumns(scope)}, t.embedding::text as embedding, m.ordinal::text as ordinal
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
    narrowing ? sql`select count(*) as total from ${wanted} as m` : sql`select ${countVisibleTo(scope)} as total`,
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
