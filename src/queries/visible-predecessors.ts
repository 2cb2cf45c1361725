import type { Reason } from '../domain/event.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'

/** A memory that another took the place of, and why. */
export type Predecessor = { readonly id: string; readonly by: string; readonly reason: Reason | null }

/** More than any answer shows. */
const MOST = 200

/**
 * What these memories directly took the places of, superseded last first: as far as the caller can read it now. `instant` (ISO 8601): only what was superseded by then.
 */
export const predecessorsOf = (
  db: Database,
  scope: Scope,
  { ids, instant }: { readonly ids: readonly string[]; readonly instant: string | undefined },
): Promise<readonly Predecessor[]> =>
  db.rows(sql`
    /* memories: what these took the places of */
    select m.id, m.superseded_by as by, v.reason
    from ${visibleTo(scope, ['superseded'])} as m
    join memory_version v on v.user_id = m.user_id and v.id = m.id and v.version = m.version
    where m.superseded_by = any(${ids}::text[]::uuid[])
      and ${instant === undefined ? sql`true` : sql`m.expired_at <= ${instant}::timestamptz`}
    order by m.expired_at desc, m.id
    limit ${whole(MOST)}`)
