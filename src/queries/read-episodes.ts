import { EpisodeNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { saidInEpisode, turnsOfEpisode, visibleEpisodesTo } from './visible-episodes.js'
import { paidSoFarFor, windowsReadOf } from './visible-extraction.js'
import { visibleTo } from './visible-memories.js'

type Turn = {
  readonly role: string | null
  readonly name: string | null
  readonly at: string | null
  readonly content: string | null
}
type Row = { readonly form: 'text' | 'messages' | null; readonly turns: readonly Turn[] }

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

/**
 * One episode with its conversation in the form it was received, text or messages; neither if all of it was erased. Turns that
 * the caller may not see are blank. Throws EpisodeNotFound if they can see no such episode.
 */
export const getEpisode = async (db: Database, scope: Scope, id: string) => {
  const [row] = await db.rows<Row>(sql`
    with hidden as (
      select said.turn, said.last_turn
      from ${saidInEpisode(scope.userId, id)} as said
      where said.is_removed or not exists (
        select from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as m
        where m.id = said.id
      )
    )
    select ${headColumns}, e.continues, e.form,
           array(
             select m.id::text
             from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
             where m.episode_id = e.id
             order by m.ordinal, m.id
           ) as memory_ids,
           coalesce((
             select jsonb_agg(jsonb_build_object('role', t.role, 'name', t.name, 'at', t.at, 'content', case
                      when not exists (
                        select from hidden h where t.turn between h.turn and h.last_turn
                      ) then t.content
                    end) order by t.turn)
             from ${turnsOfEpisode(scope.userId, id)} as t
           ), '[]') as turns
    from ${visibleEpisodesTo(scope)} as e
    where e.id = ${id}`)
  if (!row) throw new EpisodeNotFound()
  const { form, turns, ...record } = row
  return { ...record, conversation: null, messages: null, ...conversationOf(form, turns) }
}

const conversationOf = (form: Row['form'], turns: readonly Turn[]) => {
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
