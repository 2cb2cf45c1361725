import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import {
  joinedRecord,
  type MemoryRecord,
  type RecordWithoutEmbedding,
  recordColumns,
  withEmbedding,
} from './memory-record.js'
import { groupsVisibleTo, visibleTo } from './visible-memories.js'

export type Page = {
  readonly memories: readonly MemoryRecord[]
  /** How many are on this page, and how many are in scope. */
  readonly count: number
  readonly total: number
}

type Listing = {
  readonly limit: number
  readonly offset: number
  readonly sourceSite?: string
  readonly episodeId?: string
}

/** Newest first. The page is chosen on the narrow rows before anything wide is read. */
export const listMemories = async (db: Database, scope: Scope, listing: Listing): Promise<Page> => {
  const { sourceSite, episodeId, limit, offset } = listing
  const wanted = sql`
      from ${visibleTo(scope)} as m
      where ${sourceSite === undefined ? sql`true` : sql`m.source_site = ${sourceSite}`}
        and ${episodeId === undefined ? sql`true` : sql`m.episode_id = ${episodeId}`}`
  const rows = await db.rows<RecordWithoutEmbedding & { embedding: string | null }>(sql`
    select ${recordColumns}, t.embedding::text as embedding
    from (
      select m.* ${wanted}
      order by m.created_at desc, m.id
      limit ${limit}
      offset ${offset}
    ) as m
    ${joinedRecord}
    order by m.created_at desc, m.id`)
  const unfiltered = sourceSite === undefined && episodeId === undefined
  const [counted] = await db.rows<{ total: bigint }>(
    unfiltered
      ? sql`select coalesce(sum(memories), 0)::bigint as total from ${groupsVisibleTo(scope)} as g`
      : sql`select count(*) as total ${wanted}`,
  )
  const memories = rows.map(withEmbedding)
  return { memories, count: memories.length, total: Number(counted?.total ?? 0n) }
}
