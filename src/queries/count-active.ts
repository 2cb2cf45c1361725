import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { groupsOf } from './visible-memories.js'

/** How many active memories a user has in all, whoever may read them: from the sums of the groups, at no cost. */
export const countActive = async (db: Database, userId: string): Promise<number> => {
  const [sum] = await db.rows<{ memories: bigint }>(sql`
    select coalesce(sum(memories), 0)::bigint as memories
    from ${groupsOf(userId)} as g`)
  return Number(sum?.memories ?? 0n)
}
