import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'
import { TOLD_AT, tellingsOf } from './visible-tellings.js'

type Paged = { readonly memoryId: string; readonly limit: number; readonly offset: number }

/** Where a memory was said, in episodes that the caller may read, first to last. Throws MemoryNotFound. */
export const listTellings = async (db: Database, scope: Scope, { memoryId, limit, offset }: Paged) => {
  const memory = sql`(
    select *
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    where m.id = ${memoryId}
  )`
  const [counted] = await db.rows<{ total: number }>(sql`
    select (select count(*)::int from ${tellingsOf(scope)} as t) as total
    from ${memory} as m`)
  if (counted === undefined) throw new MemoryNotFound(memoryId)
  const tellings = await db.rows(sql`
    select t.episode_id, t.turn, t.first_turn, t.session_id, t.source_site, 'site/' || t.source_site as namespace,
           t.source_url, t.metadata, ${TOLD_AT} as observed_at, t.observed_offset, t.at is not null as is_dated,
           t.recorded_at
    from ${memory} as m
    cross join lateral ${tellingsOf(scope)} as t
    order by t.recorded_at, t.episode_id, t.turn
    limit ${whole(limit)}
    offset ${whole(offset)}`)
  return { tellings, count: tellings.length, total: counted.total }
}
