import { MemoryNotFound } from '../domain/errors.js'
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
import { visibleTo } from './visible-memories.js'

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
