import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { daysOfRecalls, wordsLeftSince, wordsReturning } from './visible-recalls.js'

/** Of a user who is set aside nothing that is appended shows before they are taken in again. */
const isMoving = sql`not exists (select from parked p where p.user_id = r.user_id)`

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
      and ${isMoving}
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
    where ${isMoving}
    limit ${whole(most)}`)

/** How many searches of a user keep words and returned one of these memories. */
export const countWordsReturning = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<number> => {
  const [found] = await db.rows<{ searches: number }>(sql`
    select count(*)::int as searches
    from ${wordsReturning(userId, memoryIds)} as r`)
  return found?.searches ?? 0
}
