import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { trailVisibleTo } from './visible-trail.js'

type TrailEntry = {
  readonly version: number
  readonly action: string
  readonly timestamp: string
  readonly reason: string | null
  readonly actor: { readonly key: string; readonly agentId: string | null }
  readonly episodeId: string | null
  /** Only if the caller may read the memory now, and could at that version. */
  readonly content?: string
  readonly key?: string
}

export type Trail = {
  readonly memoryId: string
  readonly trail: readonly TrailEntry[]
  readonly versionCount: number
}

type Row = Omit<TrailEntry, 'actor' | 'content' | 'key'> & {
  readonly actor_key: string
  readonly actor_agent: string | null
  readonly content: string | null
  readonly key: string | null
}

/**
 * Every version of one of this user's memories, oldest first; a deleted memory keeps its trail. Throws MemoryNotFound
 * if the memory never existed.
 */
export const readTrail = async (db: Database, scope: Scope, id: string): Promise<Trail> => {
  const rows = await db.rows<Row>(sql`
    select version, action, at as timestamp, reason, actor_key, actor_agent, episode_id as "episodeId", content, key
    from ${trailVisibleTo(scope)} as v
    where id = ${id}
    order by version`)
  if (rows.length === 0) throw new MemoryNotFound(id)
  return { memoryId: id, trail: rows.map(entry), versionCount: rows.length }
}

const entry = ({ actor_key, actor_agent, content, key, ...row }: Row): TrailEntry => ({
  ...row,
  actor: { key: actor_key, agentId: actor_agent },
  ...(content === null ? {} : { content }),
  ...(key === null ? {} : { key }),
})
