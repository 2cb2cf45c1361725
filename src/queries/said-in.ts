import type { SaidIn } from '../domain/memory-changes.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { turnsOfMemory } from './visible-episodes.js'

/**
 * The turns of the user's episodes that said what a memory says: those that it was made of, and those that told it again.
 * Where its own were not kept, its whole episode.
 */
export const saidIn = async (db: Database, userId: string, memoryId: string): Promise<SaidIn> => {
  const turns = await db.rows<{ episodeId: string; turn: number | null }>(sql`
    select episode_id as "episodeId", turn
    from ${turnsOfMemory(userId, memoryId)} as said
    order by episode_id, turn`)
  return {
    whole: turns.some(({ turn }) => turn === null),
    turns: turns.flatMap(({ episodeId, turn }) => (turn === null ? [] : [[episodeId, turn] as const])),
  }
}
