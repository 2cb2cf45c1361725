import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'

type Wanted = {
  readonly sourceSite?: string
  readonly sessionId?: string
  readonly episodeId?: string
  /** Also those that were deleted or superseded: their words can be erased still. */
  readonly gone?: boolean
  /** How many at most. */
  readonly most: number
}

const LIVING = ['active', 'needs_clarification'] as const

/** The visible memories of a source, a session or an episode (all that is given applies), neighbours together. */
export const memoriesOf = (
  db: Database,
  scope: Scope,
  { sourceSite, sessionId, episodeId, gone = false, most }: Wanted,
): Promise<readonly { readonly memoryId: string; readonly version: number }[]> =>
  db.rows(sql`
    select m.id as "memoryId", m.version
    from ${visibleTo(scope, gone ? [...LIVING, 'superseded', 'deleted'] : LIVING)} as m
    where ${sourceSite === undefined ? sql`true` : sql`m.source_site = ${sourceSite}`}
      and ${sessionId === undefined ? sql`true` : sql`m.session_id = ${sessionId}`}
      and ${episodeId === undefined ? sql`true` : sql`m.episode_id = ${episodeId}`}
    order by m.session, m.ordinal, m.id
    limit ${whole(most)}`)
