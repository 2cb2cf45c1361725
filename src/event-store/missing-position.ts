import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import type { Position } from './event-store.js'

const PIECE = 10_000n

/**
 * The first position up to the head of the event table that no event has, of whatever log: several share a table, and
 * together they have every position. Undefined where none is missing. Reads the index in small pieces.
 */
export const missingPosition = async (db: Database, signal: AbortSignal): Promise<Position | undefined> => {
  const [head] = await db.rows<{ position: Position }>(sql`select position from log.head`)
  const end = head?.position ?? 0n
  for (let after = 0n; after < end; after += PIECE) {
    signal.throwIfAborted()
    const to = after + PIECE < end ? after + PIECE : end
    const [found] = await db.rows<{ events: number }>(sql`
      select count(*)::int as events
      from log.event
      where position > ${after}
        and position <= ${to}`)
    if (BigInt(found?.events ?? 0) < to - after) return firstMissing(db, after, to)
    await breath()
  }
  return undefined
}

const firstMissing = async (db: Database, after: Position, to: Position): Promise<Position | undefined> => {
  const [first] = await db.rows<{ position: Position }>(sql`
    select position
    from generate_series(${after + 1n}::bigint, ${to}::bigint) as wanted (position)
    where not exists (select from log.event e where e.position = wanted.position)
    order by position
    limit 1`)
  return first?.position
}
