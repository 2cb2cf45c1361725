import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { pendingMemoriesOf, stateOfEpisode, unfinishedEpisodes } from './visible-episodes.js'

/**
 * Whether the ingest of an episode has ended, and its pending memories; undefined if there is no such episode. One that was
 * erased with its user while it was written has ended: what came after the erasure is left of it.
 */
export const pendingIn = async (
  db: Database,
  userId: string,
  episodeId: string,
): Promise<{ readonly ended: boolean; readonly memoryIds: readonly string[] } | undefined> => {
  const [row] = await db.rows<{ ended: boolean; memoryIds: readonly string[] }>(sql`
    select coalesce(e.state, '') <> 'recorded' as ended, p.ids as "memoryIds"
    from (
        select coalesce(array_agg(id::text order by ordinal, id), '{}') as ids
        from ${pendingMemoriesOf(userId, episodeId)} as pending
      ) as p
    left join ${stateOfEpisode(userId, episodeId)} as e on true
    where e.state is not null
       or p.ids <> '{}'`)
  return row
}

/** The oldest episodes recorded before an instant (ISO 8601) and not ingested. */
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
