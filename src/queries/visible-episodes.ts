import { grouped } from '../concurrency/slices.js'
import type { SaidIn } from '../domain/memory/decisions.js'
import type { Conversation, PendingMemory, SaidAt } from '../domain/memory/erasure.js'
import type { Scope } from '../domain/scope.js'
import { turnsIn } from '../domain/text-range.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { readableBy } from './readable-by.js'

/** The boundary for episodes, and the facts about episodes that depend on memories hidden from the caller. */

/**
 * What an ingest did, as those are told who did not write it: that it put something out of force, or was linked with it,
 * would tell of memories that they may not read. Whoever wrote it is told all.
 */
const countsShownTo = (scope: Scope, counts: Sql): Sql =>
  scope.kind === 'user'
    ? counts
    : sql`case when agent_id = ${scope.agentId} then ${counts} else ${counts} || jsonb_build_object(
             'memoriesStored', (${counts} ->> 'memoriesStored')::int + (${counts} ->> 'memoriesUpdated')::int,
             'memoriesSkipped', (${counts} ->> 'memoriesSkipped')::int + (${counts} ->> 'memoriesDeleted')::int,
             'memoriesUpdated', 0, 'memoriesDeleted', 0, 'linksCreated', 0) end`

/** What came of deriving facts, in the same way; what it took tells whether there was something to judge. */
const derivedShownTo = (scope: Scope): Sql =>
  scope.kind === 'user'
    ? sql`derived`
    : sql`case when agent_id = ${scope.agentId} then derived else derived || jsonb_build_object(
             'counts', ${countsShownTo(scope, sql`(derived -> 'counts')`)}, 'usage', '[]'::jsonb) end`

/** The ingested episodes that this caller may see; their text is in episode_turn. */
export const visibleEpisodesTo = (scope: Scope): Sql => sql`(
  select user_id, id, state, source_site, source_url, session_id, observed_at, recorded_at, metadata, counts,
         continues, form, awaits, attempts, failed, fell_back, derived
  from (
    select user_id, id, state, source_site, source_url, session_id, observed_at, recorded_at, metadata, workspace_id,
           agent_id, visibility, granted_to, continues, form, awaits, attempts, failed, fell_back,
           ${countsShownTo(scope, sql`counts`)} as counts, ${derivedShownTo(scope)} as derived
    from episode
  ) as episode
  where user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/**
 * The turns of an episode that memories were made of, regardless of readers and status, but for pending ones: used to decide
 * which turns to hide. What was derived of other memories says it in other words, and hides or erases no turn.
 */
export const saidInEpisode = (userId: string, episodeId: string): Sql => sql`(
  select t.memory_id as id, t.first_turn as turn, t.turn as last_turn, t.removed_at is not null as is_removed
  from memory_telling t
  join memory m on m.user_id = t.user_id and m.id = t.memory_id
  where t.user_id = ${userId}
    and t.episode_id = ${episodeId}
    and m.status <> 'pending'
)`

/** The pending memories of an unfinished episode; ids only. */
const pendingMemoriesOf = (userId: string, episodeId: string | Sql): Sql => sql`(
  select m.id, m.ordinal
  from memory m
  where m.user_id = ${userId}
    and m.episode_id = ${episodeId}
    and m.status = 'pending'
)`

/** The remaining turns of an episode, in order. */
export const turnsOfEpisode = (userId: string, episodeId: string | Sql): Sql => sql`(
  select turn, role, name, content, at, key, replaces
  from episode_turn
  where user_id = ${userId}
    and episode_id = ${episodeId}
)`

/** Whether the writer of a memory `m`, made of this turn and those after it, says that it takes a slot or another's place. */
export const isReplacing = (m: Sql, turn: Sql): Sql => sql`(${m}.key is not null or exists (
    select
    from episode_turn s
    where s.user_id = ${m}.user_id
      and s.episode_id = ${m}.episode_id
      and s.turn = ${turn}
      and s.replaces is not null))`

/** The turns of a visible memory `m` as they were said, as JSON; empty where they came as text, or one of them is gone. */
export const saidTurnsOf = (m: Sql): Sql => sql`coalesce((
    select jsonb_agg(jsonb_build_object('turn', s.turn, 'role', s.role, 'name', s.name, 'content', s.content) order by s.turn)
    from episode_turn s
    join episode e on e.user_id = s.user_id and e.id = s.episode_id
    where s.user_id = ${m}.user_id
      and s.episode_id = ${m}.episode_id
      and s.turn between ${m}.first_turn and ${m}.turn
      and e.form = 'messages'
    having bool_and(s.content is not null)
  ), '[]')`

/** Gone: it was given up, or erased with its user. What was appended after that may be left of it. */
export type PendingEpisode = {
  readonly state: 'recorded' | 'ended' | 'gone'
  readonly memoryIds: readonly string[]
}

/** How the ingest of an episode stands, which is gone when it was given up, or erased with its user, and its pending memories. */
export const pendingIn = async (db: Database, userId: string, episodeId: string): Promise<PendingEpisode> => {
  const [row] = await db.rows<PendingEpisode>(sql`/* episodes: how an ingest stands */
    select case when e.state is null then 'gone' when e.state = 'recorded' then 'recorded' else 'ended' end as state,
           p.ids as "memoryIds"
    from (
        select coalesce(array_agg(id::text order by ordinal, id), '{}') as ids
        from ${pendingMemoriesOf(userId, episodeId)} as pending
      ) as p
    left join (select state from episode where user_id = ${userId} and id = ${episodeId}) as e on true`)
  return row ?? { state: 'gone', memoryIds: [] }
}

/**
 * Of users who are not set aside, the oldest episodes that were recorded before an instant (ISO 8601) and not ingested, and
 * those that have pending memories though their ingest has ended, or they are gone.
 */
export const pendingBefore = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly episodeId: string }[]> =>
  db.rows(sql`/* episodes: unfinished ingests */
    select e.user_id as "userId", e.id as "episodeId"
    from (
        select user_id, id, recorded_at
        from episode
        where state = 'recorded'
          and recorded_at < ${instant}::timestamptz
        union all
        select m.user_id, m.episode_id, min(m.created_at)
        from memory m
        where m.status = 'pending'
          and not exists (
            select from episode e where e.user_id = m.user_id and e.id = m.episode_id and e.state = 'recorded'
          )
        group by m.user_id, m.episode_id
      ) as e
    where not exists (select from parked p where p.user_id = e.user_id)
    order by e.recorded_at
    limit ${most}`)

/** One episode, or all of a session. */
type Conversations = { readonly episodeId: string } | { readonly sessionId: string }

type ConversationsRequest = Conversations & {
  /** Whether the source URL and the metadata are deleted as well. */
  readonly noted: boolean
  /** Only episodes with a greater id, and so many of them at most. */
  readonly after?: string | undefined
  readonly most: number
}

const meant = (wanted: Conversations): Sql =>
  'episodeId' in wanted ? sql`e.id = ${wanted.episodeId}` : sql`e.session_id = ${wanted.sessionId}`

/** Rows of episodes: turns, or ranges of turns, or memories. */
type Hidden = { readonly episodeId: string; readonly turn: number; readonly lastTurn: number }

/** The turns of these episodes that tell what the caller may not see, and so may not delete. */
const readHidden = (db: Database, scope: Scope, episodes: readonly string[]): Promise<readonly Hidden[]> =>
  db.rows<Hidden>(sql`/* deleting: turns that the caller may not delete */
    select t.episode_id as "episodeId", t.first_turn as turn, t.turn as "lastTurn"
    from memory_telling t
    where t.user_id = ${scope.userId}
      and t.episode_id = any(${episodes}::text[]::uuid[])
      and exists (
        select from memory
        where user_id = ${scope.userId}
          and id = t.memory_id
          and status not in ('pending', 'erased')
          and not coalesce(${readableBy(scope)}, false)
      )`)

type TurnLeft = { readonly episodeId: string; readonly turn: number }

const readTurnsLeft = (db: Database, userId: string, episodes: readonly string[]): Promise<readonly TurnLeft[]> =>
  db.rows<TurnLeft>(sql`/* deleting: turns that are left */
    select episode_id as "episodeId", turn
    from episode_turn
    where user_id = ${userId}
      and episode_id = any(${episodes}::text[]::uuid[])
      and content is not null
    order by turn`)

type PendingInEpisode = { readonly episodeId: string; readonly id: string }

const readPending = (db: Database, userId: string, episodes: readonly string[]): Promise<readonly PendingInEpisode[]> =>
  db.rows<PendingInEpisode>(sql`/* deleting: pending memories of episodes */
    select episode_id as "episodeId", id
    from memory
    where user_id = ${userId}
      and episode_id = any(${episodes}::text[]::uuid[])
      and status = 'pending'
    order by id`)

type MeantEpisode = { readonly id: string; readonly unfinished: boolean; readonly noted: boolean }

/** The deletable part of each episode that the caller can see, in order of id. */
export const conversationsOf = async (
  db: Database,
  scope: Scope,
  wanted: ConversationsRequest,
): Promise<readonly Conversation[]> => {
  const episodes = await db.rows<MeantEpisode>(sql`/* deleting: the episodes that are meant */
    select e.id, e.state = 'recorded' as unfinished,
           ${wanted.noted ? sql`e.source_url <> '' or e.metadata <> '{}'` : sql`false`} as noted
    from ${visibleEpisodesTo(scope)} as e
    where ${meant(wanted)}
      and ${wanted.after === undefined ? sql`true` : sql`e.id > ${wanted.after}::uuid`}
    order by e.id
    limit ${whole(wanted.most)}`)
  if (episodes.length === 0) return []
  const ids = episodes.map(({ id }) => id)
  const [hidden, turns, pending] = await Promise.all([
    readHidden(db, scope, ids),
    readTurnsLeft(db, scope.userId, ids),
    readPending(db, scope.userId, ids),
  ])
  const [hiddenOf, turnsOf, pendingOf] = [byEpisode(hidden), byEpisode(turns), byEpisode(pending)]
  return episodes.map((episode) =>
    conversationIn(episode, {
      hidden: hiddenOf.get(episode.id) ?? [],
      turns: turnsOf.get(episode.id) ?? [],
      pending: pendingOf.get(episode.id) ?? [],
    }),
  )
}

const byEpisode = <Row extends { readonly episodeId: string }>(rows: readonly Row[]) =>
  grouped(rows, ({ episodeId }) => episodeId)

const conversationIn = (
  { id, unfinished, noted }: MeantEpisode,
  its: {
    readonly hidden: readonly Hidden[]
    readonly turns: readonly TurnLeft[]
    readonly pending: readonly PendingInEpisode[]
  },
): Conversation => {
  const turns = its.turns.flatMap(({ turn }) =>
    its.hidden.some((range) => range.turn <= turn && turn <= range.lastTurn) ? [] : turn,
  )
  const pending = its.pending.map((memory) => memory.id)
  return {
    episodeId: id,
    unfinished,
    whole: its.hidden.length === 0,
    turns,
    pending,
    left: unfinished || noted || turns.length > 0 || pending.length > 0,
  }
}

/** Whether the caller can see any such episode, even if its content is deleted. */
export const seesEpisodes = async (db: Database, scope: Scope, wanted: Conversations): Promise<boolean> => {
  const [row] = await db.rows<{ seen: boolean }>(sql`/* deleting: whether any episode is meant */
    select exists (select from ${visibleEpisodesTo(scope)} as e where ${meant(wanted)}) as seen`)
  return row?.seen ?? false
}

/** Where memories were said, whoever may read them: the turns that they were made of, and turns that repeated them. */
const turnsOfMemories = (userId: string, memoryIds: readonly string[]): Sql => sql`(
  select memory_id, episode_id, first_turn as turn, turn as last_turn
  from memory_telling
  where user_id = ${userId}
    and memory_id = any(${memoryIds}::text[]::uuid[])
)`

/** The same, by memory. */
export const saidIn = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SaidAt[]>> => {
  const rows = await db.rows<SaidAt & { readonly memoryId: string }>(sql`/* deleting: where memories were said */
    select memory_id as "memoryId", episode_id as "episodeId", jsonb_build_array(turn, last_turn) as turns
    from ${turnsOfMemories(userId, memoryIds)} as said
    order by memory_id, episode_id, turn`)
  const said = new Map<string, SaidAt[]>()
  for (const { memoryId, ...place } of rows) {
    const places = said.get(memoryId) ?? []
    places.push(place)
    said.set(memoryId, places)
  }
  return said
}

/** Pending memories of the same turns as these or, among those the caller may read, with the same text. */
export const pendingSaying = (
  db: Database,
  scope: Scope,
  memoryIds: readonly string[],
): Promise<readonly PendingMemory[]> =>
  db.rows<PendingMemory>(sql`/* deleting: pending memories that say the same */
    select p.id as "memoryId", p.episode_id as "episodeId", jsonb_build_array(p.turn, p.last_turn) as turns
    from (
      select p.id, p.episode_id, p.turn, p.last_turn
      from ${turnsOfMemories(scope.userId, memoryIds)} as said
      cross join lateral (
        select id, episode_id, turn, last_turn
        from memory
        where user_id = ${scope.userId}
          and episode_id = said.episode_id
          and status = 'pending'
      ) as p
      where p.turn <= said.last_turn
        and said.turn <= p.last_turn
      union
      select p.id, p.episode_id, p.turn, p.last_turn
      from memory m
      cross join lateral (
        select id, episode_id, turn, last_turn
        from memory
        where user_id = ${scope.userId}
          and text_hash = m.text_hash
          and status = 'pending'
          and ${readableBy(scope)}
      ) as p
      where m.user_id = ${scope.userId}
        and m.id = any(${memoryIds}::text[]::uuid[])
    ) as p
    order by p.id`)

/** Everything that says the same as one memory. */
export const allSaying = async (db: Database, scope: Scope, memoryId: string): Promise<SaidIn> => {
  const places = (await saidIn(db, scope.userId, [memoryId])).get(memoryId) ?? []
  const turns = places.flatMap(({ episodeId, turns }) =>
    turnsIn(turns).map((turn): [string, number] => [episodeId, turn]),
  )
  return {
    turns: [...new Map(turns.map((each) => [each.join(), each])).values()],
    pending: await pendingSaying(db, scope, [memoryId]),
  }
}
