import type { Counts } from '../domain/episode.js'
import { EpisodeNotFound } from '../domain/errors.js'
import type { ExtractionOf } from '../domain/extraction.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { saidInEpisode, turnsOfEpisode, visibleEpisodesTo } from './visible-episodes.js'
import { paidSoFarFor, windowsReadOf } from './visible-extraction.js'
import { visibleTo } from './visible-memories.js'

/** An ingest without the conversation. */
type EpisodeHead = {
  readonly id: string
  /** Recorded: the conversation is in the log; ingested: its memories are, too. */
  readonly state: 'recorded' | 'ingested'
  readonly source_site: string
  readonly source_url: string
  readonly session_id: string | null
  readonly observed_at: string
  readonly recorded_at: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** The result of the ingest; null until it is ingested. */
  readonly counts: Counts | null
  /** How far deriving facts of it has come; null where no facts by a language model were asked for. */
  readonly facts: FactsProgress | null
}

type Derived = ExtractionOf<'FactsDerived'>['data']

type FactsProgress = {
  readonly state: 'awaited' | 'derived'
  /** Failed attempts, and why the last one failed. */
  readonly attempts: number
  readonly failed: string | null
  /** Whether a part went by rules, because the model failed or its budget was spent. */
  readonly fell_back: boolean
  /** Windows that were read so far; null once facts are derived. */
  readonly windows_read: number | null
  readonly counts: Counts | null
  readonly usage: Derived['usage']
  readonly none: Derived['none']
  /** How many turns went by rules; null where there are none. */
  readonly by_rules: { readonly turns: number } | null
}

export type EpisodePage = {
  readonly episodes: readonly EpisodeHead[]
  readonly count: number
  readonly total: number
}

type EpisodeMessage = {
  readonly role: string
  readonly content: string
  readonly name?: string
  /** When it was sent, where its client said so. */
  readonly at?: string
}

/**
 * The conversation in the form it was received, text or messages; neither if all of it was erased. Turns that the
 * caller may not see are blank.
 */
export type EpisodeRecord = EpisodeHead & {
  readonly continues: string | null
  readonly conversation: string | null
  readonly messages: readonly EpisodeMessage[] | null
  /** The visible ones, in the order of the conversation. */
  readonly memory_ids: readonly string[]
}

type Turn = {
  readonly role: string | null
  readonly name: string | null
  readonly at: string | null
  readonly content: string | null
}
type Row = Omit<EpisodeRecord, 'conversation' | 'messages'> & {
  readonly form: 'text' | 'messages' | null
  readonly turns: readonly Turn[]
}

const headColumns = sql`
  e.id, e.state, e.source_site, e.source_url, e.session_id, e.observed_at, e.recorded_at, e.metadata, e.counts,
  case when e.awaits <> 'nothing' or e.derived is not null then jsonb_build_object(
    'state', case when e.derived is null then 'awaited' else 'derived' end, 'attempts', e.attempts, 'failed', e.failed,
    'fell_back', e.fell_back, 'counts', e.derived -> 'counts', 'usage', coalesce(e.derived -> 'usage', ${paidSoFarFor(sql`e`)}),
    'none', e.derived -> 'none', 'by_rules', case when e.derived #> '{byRules}' is not null then
      jsonb_build_object('turns', jsonb_array_length(e.derived #> '{byRules,memoryIds}')) end,
    'windows_read', case when e.derived is null then ${windowsReadOf(sql`e`)} end) end as facts`

/** The visible ingested episodes, newest first. */
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

/** One episode with its conversation. Throws EpisodeNotFound if the caller can see no such episode. */
export const getEpisode = async (db: Database, scope: Scope, id: string): Promise<EpisodeRecord> => {
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

/** In the form it was received; hidden turns are blank. */
const conversationOf = (
  form: Row['form'],
  turns: readonly Turn[],
): Partial<Pick<EpisodeRecord, 'conversation' | 'messages'>> => {
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
