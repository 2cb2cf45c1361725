import { isInForce } from '../domain/memory/same-words.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { asUserSaid } from '../text/as-user-said.js'
import { memoriesSaying } from './same-words.js'
import { visibleTo } from './visible-memories.js'

/** The visible memories in force with the words of these, which have gone: those of other owners, or with another key. */
export const stillSaid = async (db: Database, scope: Scope, ids: readonly string[]): Promise<readonly string[]> => {
  const words = await db.rows<{
    readonly content: string
    readonly speaker: string | null
  }>(sql`/* words: of memories that have gone */
    select distinct t.content, t.speaker
    from ${visibleTo(scope, ['superseded', 'deleted'])} as m
    join memory_text t using (user_id, id)
    where m.id = any(${ids}::text[]::uuid[])`)
  const all = await memoriesSaying(db, scope, { contents: words.flatMap(asUserSaid) })
  return all.filter(isInForce).map(({ memoryId }) => memoryId)
}
