import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { type Resting, readAround, visibleBasisOf } from './basis.js'
import { isDerived, visibleRows } from './visible-memories.js'
import { TOLD_AT, tellingsOf } from './visible-tellings.js'

type Paged = { readonly memoryId: string; readonly limit: number; readonly offset: number }

/** Where a memory was said, in episodes that the caller may read, first to last. Throws MemoryNotFound. */
export const listTellings = async (db: Database, scope: Scope, { memoryId, limit, offset }: Paged) => {
  const [memory] = await db.rows<Resting>(sql`
    /* tellings: the memory itself */
    select m.id, m.words_of as "wordsOf", ${isDerived(sql`m`)} as "isDerived"
    from ${visibleRows(scope, ['active', 'needs_clarification'])} as m
    where m.id = ${memoryId}`)
  if (memory === undefined) throw new MemoryNotFound(memoryId)
  const around = await readAround({ db, scope }, [memoryId])
  const told = tellingsOf(scope, { memoryId, basis: visibleBasisOf(memory, around) })
  const [tellings, [counted]] = await Promise.all([
    db.rows(sql`
    /* tellings: a page of them */
    select t.episode_id, t.turn, t.first_turn, e.session_id, e.source_site, 'site/' || e.source_site as namespace,
           e.source_url, e.metadata, ${TOLD_AT} as observed_at, t.observed_offset, t.at is not null as is_dated,
           t.recorded_at
    from ${told}
    order by t.recorded_at, t.episode_id, t.turn, t.memory_id
    limit ${whole(limit)}
    offset ${whole(offset)}`),
    db.rows<{ total: number }>(sql`/* tellings: how many there are */ select count(*)::int as total from ${told}`),
  ])
  return { tellings, count: tellings.length, total: counted?.total ?? 0 }
}
