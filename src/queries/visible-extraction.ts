import { type Sql, sql } from '../postgres/sql.js'

/** The boundary for what a language model works out: the service's own work, never an answer to a caller. */

/** An episode whose turns are stored, whoever may read it. */
export const writtenEpisode = (userId: string, episodeId: string): Sql => sql`(
  select *
  from episode
  where user_id = ${userId}
    and id = ${episodeId}
    and state = 'ingested'
)`

/** What was found in the windows of an episode of which facts are still to be derived. */
export const extractionOfEpisode = (userId: string, episodeId: string): Sql => sql`(
  select window_no as "window", memories, context, usage, dropped, facts,
         case when model is not null then jsonb_build_object('model', model, 'prompt', prompt) end as "by"
  from episode_extraction
  where user_id = ${userId}
    and episode_id = ${episodeId}
)`

/** What a model said of those facts. */
export const verdictsOfEpisode = (userId: string, episodeId: string): Sql => sql`(
  select memory_id as "memoryId", judged, outcome, applied, confidence, reason
  from episode_verdict
  where user_id = ${userId}
    and episode_id = ${episodeId}
)`

/** Episodes of all users of which facts are still to be derived; ids only. */
export const awaitingEpisodes: Sql = sql`(
  select user_id, id, recorded_at, request_hash
  from episode
  where awaits = 'model'
    and state = 'ingested'
)`

/** Episodes of all users whose turns a model reads or has read; ids only. */
export const readByModel: Sql = sql`(
  select user_id, id
  from episode
  where awaits = 'model'
     or (derived is not null and derived->>'none' is distinct from 'by_rules')
)`

/** How many windows of a visible episode `e` were read. */
export const windowsReadOf = (e: Sql): Sql => sql`(
  select count(*)::int
  from episode_extraction x
  where x.user_id = ${e}.user_id
    and x.episode_id = ${e}.id
)`
