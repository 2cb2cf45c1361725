import type { Counts, FactOutcome } from '../domain/episode.js'
import type { ExtractionOf, KnownWindow, Paid } from '../domain/extraction.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'

/** The boundary for what a language model works out: the service's own work, never an answer to a caller. */

/** An episode whose turns are stored, with what was paid for it and found in its windows. */
export type WrittenEpisode = {
  readonly workspaceId: string | null
  readonly agentId: string | null
  readonly sourceSite: string
  readonly sessionId: string | null
  readonly awaits: 'nothing' | 'model'
  readonly requestHash: string
  readonly attempts: number
  /** Of the ingest of its turns; of outcomes those that are not plainly stored. */
  readonly counts: Counts
  readonly outcomes: readonly FactOutcome[]
  /** Null until facts were derived. */
  readonly derived: ExtractionOf<'FactsDerived'>['data'] | null
  /** ISO instant at which its turns were written. */
  readonly recordedAt: string
  /** What earlier attempts at it took, and this one so far. */
  readonly paid: readonly Paid[]
  readonly windows: readonly KnownWindow[]
}

/** The episode, whoever may read it. What was worked out about it stands in the read tables as the events had it. */
export const writtenEpisode = async (
  db: Database,
  userId: string,
  episodeId: string,
): Promise<WrittenEpisode | undefined> => {
  const [row] = await db.rows<WrittenEpisode>(sql`
    select e.workspace_id as "workspaceId", e.agent_id as "agentId", e.source_site as "sourceSite",
           e.session_id as "sessionId", e.awaits, e.request_hash as "requestHash", e.attempts, e.counts, e.derived,
           coalesce(e.outcomes, '[]') as outcomes, e.recorded_at as "recordedAt",
           coalesce((
             select jsonb_agg(jsonb_build_object('stage', p.stage, 'model', p.model, 'prompt', p.prompt, 'calls', p.calls,
                      'inputTokens', p.input_tokens, 'outputTokens', p.output_tokens, 'ms', p.ms))
             from episode_paid p
             where p.user_id = e.user_id and p.episode_id = e.id
           ), '[]') as paid,
           coalesce((
             select jsonb_agg(jsonb_build_object('window', x.window_no, 'memories', x.memories, 'context', x.context,
                      'known', x.known, 'usage', x.usage, 'dropped', x.dropped, 'facts', x.facts, 'by', case when x.model
                      is not null then jsonb_build_object('model', x.model, 'prompt', x.prompt) end) order by x.window_no)
             from episode_extraction x
             where x.user_id = e.user_id and x.episode_id = e.id
           ), '[]') as windows
    from episode e
    where e.user_id = ${userId}
      and e.id = ${episodeId}
      and e.state = 'ingested'`)
  return row
}

/** The oldest episodes recorded before an instant (ISO 8601) of which facts are still to be derived; of all users, ids only. */
export const awaitingBefore = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly episodeId: string }[]> =>
  db.rows(sql`
    select user_id as "userId", id as "episodeId"
    from episode
    where ${isAwaited}
      and recorded_at < ${instant}::timestamptz
    order by recorded_at
    limit ${whole(most)}`)

/** The oldest episode of this request of which facts are still to be derived. */
export const awaitingRequest = async (
  db: Database,
  userId: string,
  requestHash: string,
): Promise<string | undefined> => {
  const [row] = await db.rows<{ id: string }>(sql`
    select id
    from episode
    where user_id = ${userId}
      and request_hash = ${requestHash}
      and ${isAwaited}
    order by recorded_at
    limit 1`)
  return row?.id
}

const isAwaited: Sql = sql`awaits = 'model' and state = 'ingested'`

/**
 * Episodes that were taken in without a language model, of all users or of one, and of which something is left that it
 * may read: the active memories that say what was said and were not read yet, or what was found in others. Ids and sizes only.
 */
const underivedEpisodesOf = (userId: string | undefined): Sql => sql`(
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

/** What of a user a language model has not read yet. */
export type Underived = {
  readonly userId: string
  readonly episodes: number
  readonly turns: number
  readonly characters: number
  /** Of so many characters at most each. */
  readonly windows: number
}

/** An episode, and where it stands among those of its user. */
export type UnderivedEpisode = { readonly episodeId: string; readonly recordedAt: string }

/** The episodes of each user, or of one, that were taken in without a language model; `windowCharacters` to a window. */
export const underivedByUser = (
  db: Database,
  { userId, windowCharacters }: { readonly userId: string | undefined; readonly windowCharacters: number },
): Promise<readonly Underived[]> =>
  db.rows(sql`
    select e.user_id as "userId", count(*)::int as episodes, sum(e.turns)::int as turns,
           sum(e.characters)::float8 as characters,
           sum(ceil(e.characters / ${whole(windowCharacters)}::float8))::int as windows
    from ${underivedEpisodesOf(userId)} as e
    group by e.user_id
    order by e.user_id`)

/** The oldest of them of one user, behind another one. */
export const underivedAfter = (
  db: Database,
  userId: string,
  { after, most }: { readonly after: UnderivedEpisode | undefined; readonly most: number },
): Promise<readonly UnderivedEpisode[]> =>
  db.rows(sql`
    select e.id as "episodeId", e.recorded_at::text as "recordedAt"
    from ${underivedEpisodesOf(userId)} as e
    where ${after === undefined ? sql`true` : sql`(e.recorded_at, e.id) > (${after.recordedAt}::timestamptz, ${after.episodeId}::uuid)`}
    order by e.recorded_at, e.id
    limit ${whole(most)}`)
