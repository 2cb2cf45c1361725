import type { SaidIn } from '../domain/memory/decisions.js'
import type { Conversation, PendingMemory, SaidAt } from '../domain/memory/erasure.js'
import type { Scope } from '../domain/scope.js'
import { turnsIn } from '../domain/text-range.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import {
  pendingLike,
  pendingMemoriesOf,
  turnsHiddenFrom,
  turnsOfEpisode,
  turnsOfMemories,
  visibleEpisodesTo,
} from './visible-episodes.js'

/** One episode, or all of a session. */
type Conversations = { readonly episodeId: string } | { readonly sessionId: string }

type Wanted = Conversations & {
  /** Whether the source URL and the metadata are deleted as well. */
  readonly noted: boolean
  /** Only episodes with a greater id. */
  readonly after?: string | undefined
  /** The most episodes returned. */
  readonly most: number
}

const meant = (wanted: Conversations): Sql =>
  'episodeId' in wanted ? sql`e.id = ${wanted.episodeId}` : sql`e.session_id = ${wanted.sessionId}`

/** The deletable part of each episode that the caller can see, in order of id. */
export const conversationsOf = (db: Database, scope: Scope, wanted: Wanted): Promise<readonly Conversation[]> =>
  db.rows<Conversation>(sql`
    with meant as (
      select e.id, e.state, e.source_url, e.metadata
      from ${visibleEpisodesTo(scope)} as e
      where ${meant(wanted)}
        and ${wanted.after === undefined ? sql`true` : sql`e.id > ${wanted.after}::uuid`}
      order by e.id
      limit ${whole(wanted.most)}
    ),
    hidden as (select * from ${turnsHiddenFrom(scope, sql`meant`)} as h),
    found as (
      select e.id, e.state = 'recorded' as unfinished,
             ${wanted.noted ? sql`e.source_url <> '' or e.metadata <> '{}'` : sql`false`} as noted,
             not exists (select from hidden h where h.episode_id = e.id) as whole,
             array(
               select t.turn
               from ${turnsOfEpisode(scope.userId, sql`e.id`)} as t
               where t.content is not null
                 and not exists (
                   select from hidden h
                   where h.episode_id = e.id
                     and t.turn between h.turn and h.last_turn
                 )
               order by t.turn
             ) as turns,
             array(select p.id::text from ${pendingMemoriesOf(scope.userId, sql`e.id`)} as p order by p.id) as pending
      from meant e
    )
    select id as "episodeId", unfinished, whole, turns, pending,
           unfinished or noted or cardinality(turns) > 0 or cardinality(pending) > 0 as left
    from found
    order by id`)

/** Whether the caller can see any such episode, even if its content is deleted. */
export const seesEpisodes = async (db: Database, scope: Scope, wanted: Conversations): Promise<boolean> => {
  const [row] = await db.rows<{ seen: boolean }>(sql`
    select exists (select from ${visibleEpisodesTo(scope)} as e where ${meant(wanted)}) as seen`)
  return row?.seen ?? false
}

/** The sources of some of the user's memories, by memory: the turns it was made of, and turns that repeated it. */
export const saidIn = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SaidAt[]>> => {
  const rows = await db.rows<SaidAt & { readonly memoryId: string }>(sql`
    select memory_id as "memoryId", episode_id as "episodeId", jsonb_build_array(turn, last_turn) as turns
    from ${turnsOfMemories(userId, memoryIds)} as said
    order by memory_id, episode_id, turn`)
  const said = new Map<string, SaidAt[]>()
  for (const { memoryId, ...place } of rows) {
    const places = said.get(memoryId)
    if (places) places.push(place)
    else said.set(memoryId, [place])
  }
  return said
}

/** Pending memories that say the same as one of these. */
export const pendingSaying = (
  db: Database,
  scope: Scope,
  memoryIds: readonly string[],
): Promise<readonly PendingMemory[]> =>
  db.rows<PendingMemory>(sql`
    select id as "memoryId", episode_id as "episodeId", jsonb_build_array(turn, last_turn) as turns
    from ${pendingLike(scope, memoryIds)} as p
    order by id`)

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
