import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { linksVisibleTo } from './visible-links.js'
import { visibleTo } from './visible-memories.js'

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
    left join ${linksVisibleTo(scope, id)} as l on true
    where m.id = ${id}
    order by array_position(array['contradicts', 'supersedes', 'evidence', 'same_entity', 'similar'], l.kind),
             l.similarity desc nulls last, l.memory_id, l.direction
    limit ${whole(MOST)}`)
  if (rows.length === 0) throw new MemoryNotFound(id)
  return rows.flatMap((row) => (row.memory_id === null ? [] : [row]))
}
