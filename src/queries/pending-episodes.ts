import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { pendingMemoriesOf, unfinishedEpisodes } from './visible-episodes.js'

/** The memories that are pending of an episode; undefined when it is not pending. */
export const pendingIn = async (
  db: Database,
  userId: string,
  episodeId: string,
): Promise<readonly string[] | undefined> => {
  const [row] = await db.rows<{ ids: readonly string[] }>(sql`
    select array(
             select p.id::text
             from ${pendingMemoriesOf(userId, episodeId)} as p
             order by p.ordinal, p.id
           ) as ids
    from ${unfinishedEpisodes} as e
    where e.user_id = ${userId}
      and e.id = ${episodeId}`)
  return row?.ids
}

/** The oldest episodes that were recorded before an instant (ISO 8601) and have not been ingested. */
export const pendingBefore = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly episodeId: string }[]> =>
  db.rows(sql`
    select e.user_id as "userId", e.id as "episodeId"
    from ${unfinishedEpisodes} as e
    where e.recorded_at < ${instant}::timestamptz
    order by e.recorded_at
    limit ${most}`)
