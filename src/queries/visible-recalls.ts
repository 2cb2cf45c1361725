import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { pseudonymIn } from './readable-by.js'

/** The boundary for the receipts of searches, and what is to be given up of them. */

/** Whether the search of a row `r` returned what is erased now: its words may hold what was erased. */
const returnedErased: Sql = sql`exists (
           select
           from memory m
           where m.user_id = r.user_id
             and m.id = any(r.shown)
             and m.status = 'erased'
         )`

/**
 * What was answered to this very asker: to the same user, and in a workspace to the same agent of it. `since` (ISO 8601;
 * null: from the beginning) is how far back receipts are kept; older ones are not shown, whether they are there or not.
 */
export const recallsOf = (scope: Scope, since: string | null): Sql => sql`(
  select r.user_id, r.day, r.id, r.at, r.workspace_id, r.agent_id, r.position, r.settings, r.shown, r.versions, r.scores,
         r.worded, case when r.words = 'kept' and ${returnedErased} then 'erased' else r.words end as words,
         case when r.words = 'kept' and not ${returnedErased} then r.said end as said
  from recall r
  where r.user_id = ${scope.userId}
    and ${askedBy(scope)}
    and ${since === null ? sql`true` : sql`r.at >= ${since}::timestamptz`}
)`

const askedBy = (scope: Scope): Sql =>
  scope.kind === 'user'
    ? sql`r.workspace_id is null`
    : sql`r.workspace_id = ${scope.workspaceId}
    and r.agent_id = ${scope.agentId}`

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
    from recall as r
    where day < ${day}::date
      and ${isMoving}
    group by day, user_id
    order by day, user_id
    limit ${whole(most)}`)

/**
 * Searches that returned what was erased since an instant (ISO 8601), and whose words are still there; of a user who was erased,
 * those from before that, which were on their way.
 */
export const recallsWithErased = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly recallId: string }[]> =>
  db.rows(sql`
    select distinct user_id as "userId", id::text as "recallId"
    from (
      select r.user_id, r.id
      from memory m
      join recall r on r.user_id = m.user_id and r.shown @> array[m.id] and r.words = 'kept'
      where m.status = 'erased'
        and m.deleted_at >= ${instant}::timestamptz
        and exists (select from recall where words = 'kept')
      union all
      select r.user_id, r.id
      from erased_user e
      join bank b on ${pseudonymIn(sql`b.stream`)} = e.user_id
      join recall r on r.user_id = b.user_id and r.at <= e.at and r.words = 'kept'
      where e.at >= ${instant}::timestamptz
    ) as r
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
    from recall
    where user_id = ${userId}
      and words = 'kept'
      and shown && ${memoryIds}::uuid[]`)
  return found?.searches ?? 0
}
