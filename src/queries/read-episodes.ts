import { EpisodeNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { saidInEpisode, turnsOfEpisode, visibleEpisodesTo } from './visible-episodes.js'
import { paidSoFarFor, windowsReadOf } from './visible-extraction.js'
import { visibleRows } from './visible-memories.js'

type Turn = {
  readonly turn: number
  readonly role: string | null
  readonly name: string | null
  readonly at: string | null
  readonly content: string | null
}
type EpisodeForm = { readonly form: 'text' | 'messages' | null }

export type EpisodeRecord = Awaited<ReturnType<typeof getEpisode>>

/** An ingest without the conversation, and how far deriving facts of it has come where those were asked for. */
const headColumns = sql`
  e.id, e.state, e.source_site, e.source_url, e.session_id, e.observed_at, e.recorded_at, e.metadata, e.counts,
  case when e.awaits <> 'nothing' or e.derived is not null then jsonb_build_object(
    'state', case when e.derived is null then 'awaited' else 'derived' end, 'attempts', e.attempts, 'failed', e.failed,
    'fell_back', e.fell_back, 'counts', e.derived -> 'counts', 'usage', coalesce(e.derived -> 'usage', ${paidSoFarFor(sql`e`)}),
    'none', e.derived -> 'none',
    'windows_read', case when e.derived is null then ${windowsReadOf(sql`e`)} end) end as facts`

/** The visible ingested episodes, newest first. */
export const listEpisodes = async (
  db: Database,
  scope: Scope,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  const episodes = await db.rows(sql`
    /* episodes: a page of them */
    select ${headColumns}
    from ${visibleEpisodesTo(scope)} as e
    order by e.recorded_at desc, e.id
    limit ${whole(limit)}
    offset ${whole(offset)}`)
  const [counted] = await db.rows<{ total: number }>(sql`
    /* episodes: how many there are */
    select count(*)::int as total
    from ${visibleEpisodesTo(scope)} as e`)
  return { episodes, count: episodes.length, total: counted?.total ?? 0 }
}

/**
 * One episode with its conversation in the form it was received, text or messages; neither if all of it was erased. Turns that
 * the caller may not see are blank. Throws EpisodeNotFound if they can see no such episode.
 */
export const getEpisode = async (db: Database, scope: Scope, id: string) => {
  const [row] = await db.rows<EpisodeForm>(sql`
    /* episodes: one of them */
    select ${headColumns}, e.continues, e.form, null as memory_ids
    from ${visibleEpisodesTo(scope)} as e
    where e.id = ${id}`)
  if (!row) throw new EpisodeNotFound()
  const [said, memories] = await Promise.all([
    db.rows<Turn>(sql`
    /* episodes: the turns of one */
    select t.turn, t.role, t.name, t.at, t.content
    from ${turnsOfEpisode(scope.userId, id)} as t
    order by t.turn`),
    db.rows<{ readonly id: string }>(sql`
    /* episodes: the memories of one */
    select m.id
    from ${visibleRows(scope, ['active', 'needs_clarification'])} as m
    where m.episode_id = ${id}
    order by m.ordinal, m.id`),
  ])
  // Last, so that of what is hidden meanwhile nothing is told.
  const hidden = await hiddenIn(db, scope, id)
  const isHidden = (turn: number) => hidden.some((each) => each.turn <= turn && turn <= each.last_turn)
  const turns = said.map((each) => (isHidden(each.turn) ? { ...each, content: null } : each))
  const { form, ...record } = row
  const memory_ids = memories.map((memory) => memory.id)
  return { ...record, memory_ids, conversation: null, messages: null, ...conversationOf(form, turns) }
}

/** The turns of an episode of which memories were made that the caller may not see, or that are told no more. */
const hiddenIn = (db: Database, scope: Scope, id: string) =>
  db.rows<{ readonly turn: number; readonly last_turn: number }>(sql`
    /* episodes: the hidden turns of one */
    select said.turn, said.last_turn
    from ${saidInEpisode(scope.userId, id)} as said
    left join ${visibleRows(scope, ['active', 'needs_clarification', 'superseded'])} as m on m.id = said.id
    where said.is_removed
       or m.id is null`)

const conversationOf = (form: EpisodeForm['form'], turns: readonly Turn[]) => {
  if (turns.every(({ content }) => content === null)) return {}
  if (form === 'text') return { conversation: turns.map(({ content }) => content ?? '').join('\n') }
  return {
    messages: turns.map(({ role, name, at, content }) => ({
      role: role ?? '',
      content: content ?? '',
      ...(name === null ? {} : { name }),
      ...(at === null ? {} : { at: new Date(at).toISOString() }),
    })),
  }
}
