import { type Attached, NOTHING_ATTACHED } from '../domain/memory/cascade.js'
import { statementsIn } from '../ingest/as-said/stated.js'
import type { Database } from '../postgres/database.js'
import { compositesOfParts, echoesOf, factsOn, turnsBehind } from '../queries/visible-derived.js'

/** What goes with these memories, whoever may read it. */
export const readAttached = async (db: Database, userId: string, ids: readonly string[]): Promise<Attached> => {
  if (ids.length === 0) return NOTHING_ATTACHED
  const [facts, turns] = await Promise.all([factsOn(db, userId, ids), readBehind(db, userId, ids)])
  const behind = turns.filter(({ isInForce }) => isInForce)
  const all = [...ids, ...[...facts, ...behind].map(({ memoryId }) => memoryId)]
  const [echoes, composites] = await Promise.all([echoesOf(db, userId, all), compositesOfParts(db, userId, all)])
  return { facts, behind, echoes, composites }
}

/** The turns that these facts rest on, in force or not. */
export const readBehind = async (db: Database, userId: string, factIds: readonly string[]) =>
  (await turnsBehind(db, userId, factIds)).map(({ text, ...turn }) => ({ ...turn, statements: statementsIn(text) }))
