import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'

/** A user whose log holds an event that cannot be applied: at which position, and what kind of fault it is; never its words. */
export type ParkedUser = { readonly user_id: string; readonly position: string; readonly reason: string }

/** Of more than that nobody reads the list. */
const MOST = 100

/** Who is parked, those who are so longest first. A user has two streams, which are parked together. */
export const parkedUsers = (db: Database): Promise<readonly ParkedUser[]> =>
  db.rows<ParkedUser>(sql`
    select user_id, min(position)::text as position, min(reason) as reason
    from parked
    group by user_id
    order by min(position), user_id
    limit ${whole(MOST)}`)
