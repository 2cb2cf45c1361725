import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import type { Position, Recorded } from './event-store.js'
import type { Wakeup } from './wakeup.js'

/** What is kept at most: a follower that is further behind reads the log. */
const EVENTS = 4096
const BYTES = 4 << 20

type Append = { readonly events: readonly Recorded[]; readonly bytes: number }

export type RecentAppends = {
  /** What has just been committed, in log order. */
  readonly keep: (append: Append) => void
  /**
   * What follows a position without a gap, as far as it is kept: nothing where anything else may lie between. Whole
   * appends, no more of them than it takes to have so many events.
   */
  readonly after: (position: Position, most: number) => readonly Recorded[]
}

/** The latest appends of this process, so that a follower that stands right before them need not read them back. */
export const recentAppends = (): RecentAppends => {
  const kept: Append[] = []
  let events = 0
  let bytes = 0
  return {
    keep: (append) => {
      kept.push(append)
      events += append.events.length
      bytes += append.bytes
      while (events > EVENTS || bytes > BYTES) {
        const oldest = kept.shift()
        events -= oldest?.events.length ?? 0
        bytes -= oldest?.bytes ?? 0
      }
    },
    after: (position, most) => {
      const found: Recorded[] = []
      const newest = kept.at(-1)?.events.at(-1)?.position ?? 0n
      if (newest <= position) return found
      let next = position + 1n
      const from = kept.findLastIndex((append) => append.events[0]?.position === next)
      for (const append of from < 0 ? [] : kept.slice(from)) {
        if (found.length >= most || append.events[0]?.position !== next) break
        found.push(...append.events)
        next += BigInt(append.events.length)
      }
      return found
    },
  }
}

type Followed = {
  readonly db: Database
  readonly prefix: string
  readonly wakeup: Wakeup
  readonly page: number
  readonly fresh: RecentAppends
}

/** A batch holds about this much at most, so that a slow follower stays bounded in memory. */
const BATCH_BYTES = 8 << 20

/** Every event after a position, for ever, in batches that end where an append ends. */
export async function* followLog(
  { db, prefix, wakeup, page, fresh }: Followed,
  after: Position | 'start',
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  let position = after === 'start' ? 0n : after
  let begun: readonly Recorded[] = []
  while (!signal.aborted) {
    const ticket = wakeup.ticket()
    const near = begun.length === 0 ? fresh.after(position, page) : []
    if (near.length > 0) {
      position = near.at(-1)?.position ?? position
      yield near
      if (fresh.after(position, 1).length === 0) await wakeup.since(ticket, signal)
      continue
    }
    const rows = await db.rows<Recorded & { readonly bytes: number }>(pageOf(prefix, position, page))
    position = rows.at(-1)?.position ?? position
    const all = [...begun, ...rows]
    const whole = all.findLastIndex(({ metadata: { append } }) => append.index === append.count - 1) + 1
    begun = all.slice(whole)
    if (whole > 0) yield all.slice(0, whole)
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    if (rows.length < page && bytes < BATCH_BYTES) await wakeup.since(ticket, signal)
  }
}

/** The events of one log, of the several that a table may hold. */
export const belongsTo = (prefix: string): Sql =>
  sql`(starts_with(stream, ${`${prefix}-bank-`}) or starts_with(stream, ${`${prefix}-recall-`}) or stream in (${`${prefix}-store`}, ${`${prefix}-checkpoints`}))`

const pageOf = (prefix: string, after: Position, page: number): Sql => sql`
  select position, stream, revision, id, type, data, metadata, bytes
  from (
    select *, sum(bytes) over (order by position) - bytes as before
    from (
      select *
      from log.event
      where position > ${after}
        and ${belongsTo(prefix)}
      order by position
      limit ${page}
    ) as next
  ) as sized
  where before < ${BATCH_BYTES}
  order by position`
