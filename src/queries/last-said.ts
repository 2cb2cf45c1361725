import type { Readers } from '../domain/readers.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleToAll } from './visible-memories.js'

/** A turn is seldom cut into more. */
const LAST = 8

/** What the last memories of an episode say, as far as they are active and all of these readers may read them. */
export const lastSaid = async (
  db: Database,
  scope: Scope,
  { episodeId, readers }: { readonly episodeId: string; readonly readers: Readers },
): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly content: string }>(sql`
    select t.content
    from ${visibleToAll(scope, readers, ['active'])} as m
    join memory_text t using (user_id, id)
    where m.episode_id = ${episodeId}
    order by m.turn desc nulls last, m.ordinal desc
    limit ${whole(LAST)}`)
  return rows.map(({ content }) => content)
}
