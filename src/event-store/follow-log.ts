import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import type { Position, Recorded } from './event-store.js'
import type { Wakeup } from './wakeup.js'

type Followed = { readonly db: Database; readonly prefix: string; readonly wakeup: Wakeup; readonly page: number }

/** A batch holds about this much at most, so that a slow follower stays bounded in memory. */
const BATCH_BYTES = 8 << 20

/** Every event after a position, for ever, in batches that end where an append ends. */
export async function* followLog(
  { db, prefix, wakeup, page }: Followed,
  after: Position | 'start',
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  let position = after === 'start' ? 0n : after
  let begun: readonly Recorded[] = []
  while (!signal.aborted) {
    const ticket = wakeup.ticket()
    const rows = await db.rows<Recorded>(pageOf(prefix, position, page))
    position = rows.at(-1)?.position ?? position
    const all = [...begun, ...rows]
    const whole = all.findLastIndex(({ metadata: { append } }) => append.index === append.count - 1) + 1
    begun = all.slice(whole)
    if (whole > 0) yield all.slice(0, whole)
    // A page that is not full may have been cut by its bytes, but then there is another wake, or the poll.
    if (rows.length === 0 || (rows.length < page && begun.length === 0)) await wakeup.since(ticket, signal)
  }
}

const pageOf = (prefix: string, after: Position, page: number): Sql => sql`
  select position, stream, revision, id, type, data, metadata
  from (
    select *, sum(bytes) over (order by position) - bytes as before
    from (
      select *
      from log.event
      where position > ${after}
        and starts_with(stream, ${`${prefix}-`})
      order by position
      limit ${page}
    ) as next
  ) as sized
  where before < ${BATCH_BYTES}
  order by position`
