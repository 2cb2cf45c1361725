import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { countOf } from './visible-memories.js'

export type AdminAction = Awaited<ReturnType<typeof readAdminActions>>[number]

/** The users with active memories after `after`, by id, without those who are being erased. */
export const listUsers = async (
  db: Database,
  { limit, after }: { readonly limit: number; readonly after?: string },
) => {
  const found = await db.rows<{ readonly user_id: string }>(sql`
    select user_id, memories, last_activity
    from (
      select user_id, ${countOf(sql`b.user_id`)}::int as memories, max(at) as last_activity
      from bank as b
      where user_id > ${after ?? ''}
        and not exists (select from parked as p where p.user_id = b.user_id and p.reason is null)
      group by user_id
      order by user_id
      offset 0
    ) as u
    where memories > 0
    limit ${whole(limit + 1)}`)
  const users = found.slice(0, limit)
  return { users, count: users.length, next_after: found.length > limit ? (users.at(-1)?.user_id ?? null) : null }
}

/** A user whose projection has stopped at an event: its position and the kind of fault, never its content. */
type ParkedUser = { readonly user_id: string; readonly position: string; readonly reason: string }

/** The most users that are listed. */
const MOST = 100

/** The parked users, longest parked first. The two streams of a user are parked together. */
export const parkedUsers = (db: Database): Promise<readonly ParkedUser[]> =>
  db.rows<ParkedUser>(sql`
    select user_id, min(position)::text as position, min(reason) as reason
    from parked
    where reason is not null
    group by user_id
    order by min(position), user_id
    limit ${whole(MOST)}`)

export type AdminPaging = { readonly limit: number; readonly offset: number; readonly userId?: string }

type OfUser = AdminPaging & {
  /** What the user is called once they are erased; the actions are told under the name that was asked for. */
  readonly pseudonym?: string
}

/** The actions done with the admin key, newest first; never the content of a memory. */
export const readAdminActions = (db: Database, { limit, offset, userId, pseudonym = userId }: OfUser) =>
  db.rows(sql`
    select ${userId === undefined ? sql`user_id` : sql`${userId}::text as user_id`}, action, memory_id, episode_id, at, command_id, extent as deleted
    from admin_action
    where ${userId === undefined ? sql`true` : sql`user_id in (${userId}, ${pseudonym ?? userId})`}
    order by at desc, user_id, command_id, action, about
    limit ${whole(limit)}
    offset ${whole(offset)}`)
