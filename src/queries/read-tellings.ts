import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'
import { tellingsOf } from './visible-tellings.js'

/** One time that the words of a memory were said. */
type TellingRecord = {
  readonly episode_id: string
  /** Its last turn, and its first. */
  readonly turn: number
  readonly first_turn: number
  readonly session_id: string | null
  readonly source_site: string
  readonly namespace: string
  readonly source_url: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** When it was said: as it was given, else when it was recorded. */
  readonly observed_at: string
  readonly is_dated: boolean
  readonly recorded_at: string
}

export type TellingPage = {
  readonly tellings: readonly TellingRecord[]
  readonly count: number
  readonly total: number
}

type Paged = { readonly memoryId: string; readonly limit: number; readonly offset: number }

/**
 * Where and when a memory was said, of the episodes that the caller may read, the first recorded first. Throws MemoryNotFound if
 * the caller can see no such memory.
 */
export const listTellings = async (
  db: Database,
  scope: Scope,
  { memoryId, limit, offset }: Paged,
): Promise<TellingPage> => {
  const memory = sql`(
    select *
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    where m.id = ${memoryId}
  )`
  const [counted] = await db.rows<{ total: number }>(sql`
    select (select count(*)::int from ${tellingsOf(scope)} as t) as total
    from ${memory} as m`)
  if (counted === undefined) throw new MemoryNotFound(memoryId)
  const tellings = await db.rows<TellingRecord>(sql`
    select t.episode_id, t.turn, t.first_turn, t.session_id, t.source_site, 'site/' || t.source_site as namespace,
           t.source_url, t.metadata, coalesce(t.at, t.recorded_at) as observed_at, t.at is not null as is_dated,
           t.recorded_at
    from ${memory} as m
    cross join lateral ${tellingsOf(scope)} as t
    order by t.recorded_at, t.episode_id, t.turn
    limit ${whole(limit)}
    offset ${whole(offset)}`)
  return { tellings, count: tellings.length, total: counted.total }
}
