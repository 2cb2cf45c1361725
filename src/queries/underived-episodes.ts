import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { underivedEpisodesOf } from './visible-extraction.js'

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
