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

/** Episodes of all users of which facts are still to be derived; ids only. */
export const awaitingEpisodes: Sql = sql`(
  select user_id, id, recorded_at, request_hash
  from episode
  where awaits = 'model'
    and state = 'ingested'
)`

/**
 * Episodes that were taken in without a language model, of all users or of one, and of which something is left that it
 * may read: the active memories that say what was said and were not read yet, or what was found in others. Ids and sizes only.
 */
export const underivedEpisodesOf = (userId: string | undefined): Sql => sql`(
  select e.user_id, e.id, e.recorded_at, coalesce(left_over.turns, 0) as turns,
         coalesce(left_over.characters, 0) as characters
  from episode e
  cross join lateral (
    select count(*)::int as turns, sum(length(t.content))::int as characters
    from memory m
    join memory_text t using (user_id, id)
    where m.user_id = e.user_id
      and m.episode_id = e.id
      and m.status = 'active'
      and m.words_of = 1
      and m.claim_type is null
      and m.memory_type <> 'composite'
      and not exists (
        select from episode_extraction x
        cross join jsonb_array_elements(x.memories) as pair
        where x.user_id = e.user_id
          and x.episode_id = e.id
          and pair ->> 0 = m.id::text
      )
  ) as left_over
  where e.state = 'ingested'
    and e.awaits = 'nothing'
    and e.derived is null
    and ${userId === undefined ? sql`true` : sql`e.user_id = ${userId}`}
    and (
      left_over.turns > 0
      or exists (select from episode_extraction x where x.user_id = e.user_id and x.episode_id = e.id)
    )
)`

/** How many windows of a visible episode `e` were read. */
export const windowsReadOf = (e: Sql): Sql => sql`(
  select count(*)::int
  from episode_extraction x
  where x.user_id = ${e}.user_id
    and x.episode_id = ${e}.id
)`

/** What was paid so far for a visible episode `e` whose facts are still to be derived, as JSON; what it costs is told at the end. */
export const paidSoFarFor = (e: Sql): Sql => sql`(
  select coalesce(jsonb_agg(to_jsonb(p) order by p.stage, p.model, p.prompt), '[]')
  from (
    select stage, model, prompt, sum(calls) as calls, sum(input_tokens) as "inputTokens",
           sum(output_tokens) as "outputTokens", sum(ms) as ms, null::float8 as cost
    from episode_paid
    where user_id = ${e}.user_id
      and episode_id = ${e}.id
    group by stage, model, prompt
  ) as p
)`
