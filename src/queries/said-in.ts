import type { SaidIn } from '../domain/memory/decisions.js'
import type { PendingMemory, SaidAt } from '../domain/memory/erasure.js'
import type { Scope } from '../domain/scope.js'
import { type Stretch, turnsIn } from '../domain/text-range.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { pendingLike, turnsOfMemories } from './visible-episodes.js'

type Row = { readonly episodeId: string; readonly turn: number | null; readonly lastTurn: number | null }

/** Where each of some memories of the user was said, by memory: in the turns that it was made of, and those that told it again. */
export const saidIn = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SaidAt[]>> => {
  const rows = await db.rows<Row & { readonly memoryId: string }>(sql`
    select memory_id as "memoryId", episode_id as "episodeId", turn, last_turn as "lastTurn"
    from ${turnsOfMemories(userId, memoryIds)} as said
    order by memory_id, episode_id, turn`)
  const said = new Map<string, SaidAt[]>()
  for (const { memoryId, ...row } of rows) {
    const places = said.get(memoryId)
    if (places) places.push(placeOf(row))
    else said.set(memoryId, [placeOf(row)])
  }
  return said
}

/** What is pending and says the same as some memories. */
export const pendingSaying = async (
  db: Database,
  scope: Scope,
  memoryIds: readonly string[],
): Promise<readonly PendingMemory[]> => {
  const rows = await db.rows<Row & { readonly memoryId: string }>(sql`
    select id as "memoryId", episode_id as "episodeId", turn, last_turn as "lastTurn"
    from ${pendingLike(scope, memoryIds)} as p
    order by id`)
  return rows.map(({ memoryId, ...row }) => ({ memoryId, ...placeOf(row) }))
}

/** All that says the same as one memory. Where its own turns were not kept, its whole episode. */
export const allSaying = async (db: Database, scope: Scope, memoryId: string): Promise<SaidIn> => {
  const places = (await saidIn(db, scope.userId, [memoryId])).get(memoryId) ?? []
  const turns = places.flatMap(({ episodeId, turns }) =>
    turns === null ? [] : turnsIn(turns).map((turn): [string, number] => [episodeId, turn]),
  )
  return {
    whole: places.some(({ turns }) => turns === null),
    turns: [...new Map(turns.map((each) => [each.join(), each])).values()],
    pending: await pendingSaying(db, scope, [memoryId]),
  }
}

const placeOf = ({ episodeId, turn, lastTurn }: Row): SaidAt => ({ episodeId, turns: stretchOf(turn, lastTurn) })

const stretchOf = (first: number | null, last: number | null): Stretch | null =>
  first === null ? null : [first, last ?? first]
