import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { groupsOf } from './visible-memories.js'

export type UserOverview = {
  readonly user_id: string
  /** Active ones, whoever may read them. */
  readonly memories: number
  /** When anything happened to them last. */
  readonly last_activity: string
}

export type UserPage = {
  readonly users: readonly UserOverview[]
  readonly count: number
  /** What to ask for next; null on the last page. */
  readonly next_after: string | null
}

/** The users that have active memories, by id, from behind `after` on: by key, so that a page costs what it holds. */
export const listUsers = async (
  db: Database,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<UserPage> => {
  const found = await db.rows<UserOverview>(sql`
    select g.user_id, g.memories, b.last_activity
    from (
      select user_id, sum(memories)::int as memories
      from ${groupsOf()} as g
      where user_id > ${after ?? ''}
      group by user_id
      having sum(memories) > 0
      order by user_id
      limit ${whole(limit + 1)}
    ) as g
    cross join lateral (
      select max(at) as last_activity
      from bank
      where bank.user_id = g.user_id
    ) as b
    order by g.user_id`)
  const users = found.slice(0, limit)
  return { users, count: users.length, next_after: found.length > limit ? (users.at(-1)?.user_id ?? null) : null }
}
