import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { daysOfRecalls, wordsLeftSince } from './visible-recalls.js'

/** The earliest days (UTC) before this one of which users still have receipts. */
export const recallsBefore = (
  db: Database,
  day: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly day: string }[]> =>
  db.rows(sql`
    select user_id as "userId", day::text as day
    from ${daysOfRecalls} as r
    where day < ${day}::date
    group by day, user_id
    order by day, user_id
    limit ${whole(most)}`)

/** Searches with words that returned what was erased since an instant (ISO 8601). */
export const recallsWithErased = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly recallId: string }[]> =>
  db.rows(sql`
    select distinct user_id as "userId", id::text as "recallId"
    from ${wordsLeftSince(instant)} as r
    limit ${whole(most)}`)
