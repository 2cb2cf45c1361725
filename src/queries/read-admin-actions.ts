import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'

/** Something that was done with the admin key; never what a memory said. */
export type AdminAction = {
  readonly user_id: string
  readonly action: string
  readonly memory_id: string | null
  readonly episode_id: string | null
  readonly at: string
  readonly command_id: string
}

export type AdminPaging = { readonly limit: number; readonly offset: number; readonly userId?: string }

/** What was done with the admin key, newest first. */
export const readAdminActions = (
  db: Database,
  { limit, offset, userId }: AdminPaging,
): Promise<readonly AdminAction[]> =>
  db.rows<AdminAction>(sql`
    select user_id, action, memory_id, episode_id, at, command_id
    from admin_action
    where ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}
    order by at desc, user_id, command_id, action, about
    limit ${whole(limit)}
    offset ${whole(offset)}`)
