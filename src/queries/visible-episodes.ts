import type { Scope } from '../domain/scope.js'
import { type Sql, sql } from '../postgres/sql.js'
import { readableBy } from './readable-by.js'

/** The same boundary for episodes, and what of them has to be known of memories that their reader does not see. */

/** The episodes that were ingested for this caller among others; what they say stands in episode_turn. */
export const visibleEpisodesTo = (scope: Scope): Sql => sql`(
  select user_id, id, state, source_site, source_url, session_id, observed_at, recorded_at, metadata, counts,
         continues, form
  from episode
  where user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/**
 * Which turns of an episode are said by a memory, whoever may see it, deleted or not: to tell which of them to hide. Null
 * where it was not kept which turns a memory was made of.
 */
export const saidInEpisode = (userId: string, episodeId: string): Sql => sql`(
  select id, turn, last_turn
  from memory
  where user_id = ${userId}
    and episode_id = ${episodeId}
    and status <> 'pending'
  union all
  select memory_id, turn, turn
  from episode_duplicate
  where user_id = ${userId}
    and episode_id = ${episodeId}
)`

/** Where a memory was said, whoever may see it: the turns that it was made of, and those that told it again. Null: not kept. */
export const turnsOfMemory = (userId: string, memoryId: string): Sql => sql`(
  select m.episode_id, said.turn
  from memory m
  left join lateral generate_series(m.turn, m.last_turn) as said (turn) on true
  where m.user_id = ${userId}
    and m.id = ${memoryId}
  union
  select episode_id, turn
  from episode_duplicate
  where user_id = ${userId}
    and memory_id = ${memoryId}
)`

/** What is pending of an episode that nobody has finished: nobody's words, only which rows there are. */
export const pendingMemoriesOf = (userId: string, episodeId: string): Sql => sql`(
  select m.id, m.ordinal
  from memory m
  where m.user_id = ${userId}
    and m.episode_id = ${episodeId}
    and m.status = 'pending'
)`

/** Episodes of any user that were recorded and not ingested: which, and since when. */
export const unfinishedEpisodes: Sql = sql`(
  select user_id, id, recorded_at
  from episode
  where state = 'recorded'
)`

/** What is left of the turns of an episode, in order. */
export const turnsOfEpisode = (userId: string, episodeId: string): Sql => sql`(
  select turn, role, name, content
  from episode_turn
  where user_id = ${userId}
    and episode_id = ${episodeId}
)`
