import { type Network, ownText } from '../domain/memory/events.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import type { Language } from '../text/words.js'
import { readersOf } from './readable-by.js'
import { isReplacing, saidTurnsOf, turnsOfEpisode } from './visible-episodes.js'
import { type WrittenEpisode, writtenEpisode } from './visible-extraction.js'
import { visibleTo, visibleToAll } from './visible-memories.js'
import { saysAsStored } from './visible-trail.js'

type EarlierMemory = {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
  readonly occurredOn: string | null
  readonly said: readonly {
    readonly turn: number
    readonly role: string | null
    readonly name: string | null
    readonly content: string
  }[]
}

type EpisodeMemory = EarlierMemory & {
  readonly readers: Readers
  readonly status: 'active' | 'needs_clarification' | 'superseded' | 'deleted'
  readonly asSaid: boolean
  readonly isReplacing: boolean
  readonly turn: number | null
  readonly lastTurn: number | null
  readonly instant: string
  readonly offset: string | null
  readonly session: string
  readonly ordinal: number
  readonly trust: number
  readonly network: Network
}

/** What was said, of a memory `m` with its words `t`. */
const saidColumns: Sql = sql`m.id as "memoryId", m.version, t.content, t.speaker, m.role, t.language, m.occurred_on::text as "occurredOn",
           ${saidTurnsOf(sql`m`)} as said`

/**
 * An episode of which facts may be derived, as whoever wrote it sees it now; undefined where there is none, or its turns
 * are not stored yet. What was worked out about it stands in the read tables as the events had it.
 */
export const derivableEpisode = async (db: Database, userId: string, episodeId: string) => {
  const row = await writtenEpisode(db, userId, episodeId)
  if (row === undefined) return undefined
  const { workspaceId, agentId, ...episode } = row
  const scope = writerScope(userId, { workspaceId, agentId })
  const memories = await db.rows<EpisodeMemory>(sql`/* facts: the memories of an episode */
    select ${saidColumns}, m.status, ${saysAsStored(sql`m`, sql`t.content`)} as "asSaid",
           ${isReplacing(sql`m`, sql`m.first_turn`)} as "isReplacing", m.first_turn as turn, m.turn as "lastTurn", ${readersOf(sql`m`)} as readers, m.observed_at as instant, m.observed_offset as "offset",
           m.session, m.ordinal::float8 as ordinal, m.trust_score as trust, m.network
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])} as m
    join memory_text t using (user_id, id)
    where m.episode_id = ${episodeId}
      and m.claim_type is null
      and m.memory_type <> 'composite'
    order by m.ordinal, m.id
    limit ${whole(MEMORIES)}`)
  const own = new Set(memories.map(({ memoryId }) => memoryId))
  const others = episode.windows.flatMap(({ context, known }) =>
    [...context, ...known].flatMap(([id]) => (own.has(id) ? [] : id)),
  )
  const elsewhere =
    others.length === 0
      ? []
      : await db.rows<{
          readonly memoryId: string
          readonly version: number
        }>(sql`/* facts: memories of other episodes */
    select m.id as "memoryId", m.version
    from ${visibleTo(scope)} as m
    where m.id = any(${[...new Set(others)]}::text[]::uuid[])`)
  return { ...episode, episodeId, scope, memories: memories.map(turnMemory), elsewhere }
}

/** The last turns that a model is shown of what was said before. */
const BEFORE = 4

/** The last memories of turns of a session before a place in the log, in their order, that all of these readers may read. */
export const saidBefore = async (
  db: Database,
  scope: Scope,
  { session, ordinal, readers }: { readonly session: string; readonly ordinal: number; readonly readers: Readers },
) => {
  const rows = await db.rows<EarlierMemory>(sql`/* facts: what was said before */
    select ${saidColumns}
    from ${visibleToAll(scope, readers, ['active'])} as m
    join memory_text t using (user_id, id)
    where m.session = ${session}
      and m.ordinal < ${String(ordinal)}::text::bigint
      and m.words_of = 1
      and m.claim_type is null
      and m.memory_type <> 'composite'
    order by m.ordinal desc, m.id
    limit ${whole(BEFORE)}`)
  return rows.map(asSaid).reverse()
}

/** More than an ingest makes. */
const MEMORIES = 4096

const writerScope = (
  userId: string,
  { workspaceId, agentId }: Pick<WrittenEpisode, 'workspaceId' | 'agentId'>,
): Scope =>
  workspaceId === null || agentId === null
    ? { kind: 'user', userId }
    : { kind: 'workspace', userId, workspaceId, agentId, agentScope: 'all' }

const asSaid = ({ content, ...memory }: EarlierMemory) => ({
  ...memory,
  text: ownText({ content, speaker: memory.speaker }),
})

const turnMemory = ({ turn, lastTurn, instant, offset, ...memory }: EpisodeMemory) => ({
  ...memory,
  ...asSaid(memory),
  told: { instant, offset },
  turns: turn === null ? null : ([turn, lastTurn ?? turn] as const),
})

/** The most memories that are read of the end of a transcript (turns are rarely cut into more pieces), and the episodes that they are of. */
const LAST = 12
const EPISODES = 4

/** The last active memories of a transcript up to the end of an episode that all of these readers may read. */
export const lastContents = async (
  db: Database,
  scope: Scope,
  {
    transcript,
    episodeId,
    readers,
  }: { readonly transcript: string; readonly episodeId: string | null; readonly readers: Readers },
): Promise<
  readonly {
    readonly memoryId: string
    readonly content: string
    readonly episodeId: string
    readonly isLast: boolean
  }[]
> => {
  const latest = await latestOf(db, scope.userId, { transcript, episodeId })
  return db.rows(sql`/* turns: what the last of a transcript say */
    select m.id as "memoryId", t.content, m.episode_id as "episodeId", m.role = 'user' and not exists (
             select from ${turnsOfEpisode(scope.userId, sql`m.episode_id`)} as s where s.turn > m.turn and lower(s.role) = 'user'
           ) as "isLast"
    from unnest(${latest}::text[]::uuid[]) with ordinality as e (episode, nearness)
    join ${visibleToAll(scope, readers, ['active'])} as m on m.episode_id = e.episode
    join memory_text t using (user_id, id)
    where m.turn is not null
    order by e.nearness, m.ordinal desc
    limit ${whole(LAST)}`)
}

/** The latest episodes of a transcript, up to the end of one. */
const latestOf = async (
  db: Database,
  userId: string,
  { transcript, episodeId }: { readonly transcript: string; readonly episodeId: string | null },
): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly id: string }>(sql`/* turns: the latest episodes of a transcript */
    select e.id
    from episode_transcript e
    where e.user_id = ${userId}
      and e.transcript = ${transcript}::uuid
      and e.state = 'ingested'
      and (${episodeId}::uuid is null or e.recorded_at <= (
        select recorded_at
        from episode_transcript
        where user_id = ${userId} and id = ${episodeId}
      ))
    order by e.recorded_at desc, e.id
    limit ${whole(episodeId === null ? 1 : EPISODES)}`)
  return rows.map(({ id }) => id)
}
