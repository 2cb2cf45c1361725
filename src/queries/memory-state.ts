import type { Memory } from '../domain/memory.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'

/** What a decision about one memory needs: what the caller does not see is unknown. */
export const memoryState = async (db: Database, scope: Scope, id: string): Promise<Memory> => {
  const [row] = await db.rows<{ status: 'active' | 'needs_clarification'; version: number }>(sql`
    select status, version
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    where id = ${id}`)
  return row ?? { status: 'unknown' }
}
