import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { episodesWithLeftovers, pendingMemoriesOf, stateOfEpisode, unfinishedEpisodes } from './visible-episodes.js'

/** How the ingest of an episode stands, which is gone when it was given up, or erased with its user, and its pending memories. */
export const pendingIn = async (db: Database, userId: string, episodeId: string): Promise<PendingEpisode> => {
  const [row] = await db.rows<PendingEpisode>(sql`
    select case when e.state is null then 'gone' when e.state = 'recorded' then 'recorded' else 'ended' end as state,
           p.ids as "memoryIds"
    from (
        select coalesce(array_agg(id::text order by ordinal, id), '{}') as ids
        from ${pendingMemoriesOf(userId, episodeId)} as pending
      ) as p
    left join ${stateOfEpisode(userId, episodeId)} as e on true`)
  return row ?? { state: 'gone', memoryIds: [] }
}

type PendingEpisode = { readonly state: 'recorded' | 'ended' | 'gone'; readonly memoryIds: readonly string[] }

/**
 * Of users who are not set aside, the oldest episodes that were recorded before an instant (ISO 8601) and not ingested, and
 * those that have pending memories though their ingest has ended, or they are gone.
 */
export const pendingBefore = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly episodeId: string }[]> =>
  db.rows(sql`
    select e.user_id as "userId", e.id as "episodeId"
    from (
        select user_id, id, recorded_at from ${unfinishedEpisodes} as e where recorded_at < ${instant}::timestamptz
        union all
        select user_id, id, recorded_at from ${episodesWithLeftovers} as e
      ) as e
    where not exists (select from parked p where p.user_id = e.user_id)
    order by e.recorded_at
    limit ${most}`)
