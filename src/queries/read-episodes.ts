import type { Counts } from '../domain/episode.js'
import { EpisodeNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleEpisodesTo, visibleTo } from './visible-memories.js'

/** An ingest without what was said. */
export type EpisodeHead = {
  readonly id: string
  /** Recorded: the conversation is in the log; ingested: so are its memories. */
  readonly state: 'recorded' | 'ingested'
  readonly source_site: string
  readonly source_url: string
  readonly session_id: string | null
  readonly observed_at: string
  readonly recorded_at: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** What the ingest did; null until it is ingested. */
  readonly counts: Counts | null
}

export type EpisodePage = {
  readonly episodes: readonly EpisodeHead[]
  readonly count: number
  readonly total: number
}

/** As it was said, in the one form or the other; in neither where it was erased. */
export type EpisodeRecord = EpisodeHead & {
  readonly conversation: string | null
  readonly messages: readonly { readonly role: string; readonly content: string; readonly name?: string }[] | null
  /** Those that the caller sees, in the order of the conversation. */
  readonly memory_ids: readonly string[]
}

const headColumns = sql`
  e.id, e.state, e.source_site, e.source_url, e.session_id, e.observed_at, e.recorded_at, e.metadata, e.counts`

/** The episodes that were ingested for the caller, newest first. */
export const listEpisodes = async (
  db: Database,
  scope: Scope,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<EpisodePage> => {
  const episodes = await db.rows<EpisodeHead>(sql`
    select ${headColumns}
    from ${visibleEpisodesTo(scope)} as e
    order by e.recorded_at desc, e.id
    limit ${whole(limit)}
    offset ${whole(offset)}`)
  const [counted] = await db.rows<{ total: number }>(sql`
    select count(*)::int as total
    from ${visibleEpisodesTo(scope)} as e`)
  return { episodes, count: episodes.length, total: counted?.total ?? 0 }
}

/** One episode with its conversation. Throws EpisodeNotFound where the caller sees no such episode. */
export const getEpisode = async (db: Database, scope: Scope, id: string): Promise<EpisodeRecord> => {
  const [row] = await db.rows<EpisodeRecord>(sql`
    select ${headColumns}, t.conversation, t.messages,
           array(
             select m.id::text
             from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
             where m.episode_id = e.id
             order by m.ordinal, m.id
           ) as memory_ids
    from ${visibleEpisodesTo(scope)} as e
    join episode_text t using (user_id, id)
    where e.id = ${id}`)
  if (!row) throw new EpisodeNotFound()
  return row
}
