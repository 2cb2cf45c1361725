import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { AppendQueue, type Limits } from './append-queue.js'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  EventStoreUnavailable,
  type Expected,
  type Position,
  type Recorded,
  type StoredEvent,
  type StreamName,
  WrongRevision,
} from './event-store.js'
import type { Wakeup } from './wakeup.js'

/** What is kept at most: a follower that is further behind reads the log. */
const EVENTS = 4096
const BYTES = 4 << 20

type Append = { readonly events: readonly Recorded[]; readonly bytes: number }

/** The latest appends of this process, so that a follower that stands right before them need not read them back. */
export const recentAppends = () => {
  const kept: Append[] = []
  let events = 0
  let bytes = 0
  return {
    /** What has just been committed, in log order. */
    keep: (append: Append): void => {
      kept.push(append)
      events += append.events.length
      bytes += append.bytes
      while (events > EVENTS || bytes > BYTES) {
        const oldest = kept.shift()
        events -= oldest?.events.length ?? 0
        bytes -= oldest?.bytes ?? 0
      }
    },
    /** What is kept right after a position, nothing where a gap may lie. Whole appends, `most` events or a few more. */
    after: (position: Position, most: number): readonly Recorded[] => {
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

type RecentAppends = ReturnType<typeof recentAppends>

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
async function* followLog(
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
    const { rows, isLast } = await readPage(db, pageOf(prefix, position, page), page)
    position = rows.at(-1)?.position ?? position
    const all = [...begun, ...rows]
    const whole = all.findLastIndex(({ metadata: { append } }) => append.index === append.count - 1) + 1
    begun = all.slice(whole)
    if (whole > 0) yield all.slice(0, whole)
    if (isLast) await wakeup.since(ticket, signal)
  }
}

const readPage = async (db: Database, statement: Sql, page: number) => {
  const rows = await db.rows<Recorded & { readonly bytes: number }>(statement)
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  return { rows, isLast: rows.length < page && bytes < BATCH_BYTES }
}

/** The events of one log, of the several that a table may hold. */
const belongsTo = (prefix: string): Sql =>
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

type PostgresLog = {
  readonly db: Database
  /** Only streams of this prefix are followed. */
  readonly prefix: string
  readonly wakeup: Wakeup
  readonly isUnavailable: (error: unknown) => boolean
  readonly maxAppendBytes: number
  /** Events in one batch of a follower. */
  readonly page: number
  readonly limits?: Limits
}

type Command = {
  readonly stream: StreamName
  readonly expected: bigint
  readonly events: readonly { readonly id: string; readonly type: string; data: string; metadata: string }[]
}
type Outcome = { readonly outcome: string; readonly revision: bigint; readonly position: bigint }

/** Where other processes hear of appends. */
export const APPENDED = 'palimpsest_log'

/** The log in a Postgres event table, real or embedded. Positions are gapless and in commit order. */
export const createPostgresEventStore = (log: PostgresLog): EventStore => {
  const { db, wakeup } = log
  const fresh = recentAppends()
  const write = async (commands: readonly Command[]): Promise<readonly Outcome[]> => {
    const outcomes = await db.rows<Outcome>(appendAll(commands, wakeup.sender))
    for (const [i, command] of commands.entries()) keepRecent(fresh, command, outcomes[i])
    // Of what was replayed the first answer was lost, and with it the wake.
    if (outcomes.some(({ outcome }) => outcome === 'appended' || outcome === 'replayed')) wakeup.wake()
    return outcomes
  }
  const queue = new AppendQueue(write, (error) => !log.isUnavailable(error), log.limits)

  const append = async (stream: StreamName, expected: Expected, events: readonly StoredEvent[]): Promise<Appended> => {
    if (events.length === 0) throw new RangeError(`an append of nothing to ${stream}`)
    const command: Command = { stream, expected: numberOf(expected), events: events.map(asText) }
    const bytes = command.events.reduce((sum, e) => sum + Buffer.byteLength(e.data) + Buffer.byteLength(e.metadata), 0)
    if (bytes > log.maxAppendBytes) throw new AppendTooLarge(`${bytes} bytes in one append`)
    const { outcome, revision, position } = await queue.append(command, bytes).catch(unavailable(log))
    if (outcome === 'wrong_revision') throw new WrongRevision(stream, revision < 0n ? 'no-stream' : revision)
    if (outcome === 'id_conflict') throw new Error(`an event of this append to ${stream} is in the log elsewhere`)
    return { revision, position }
  }

  const last = async (statement: Sql) => (await db.reading(null).rows<Appended>(statement).catch(unavailable(log)))[0]

  return {
    gapless: true,
    append,
    head: async (stream) => (await last(headOf(stream))) ?? { revision: 'no-stream', position: 'start' },
    end: async () => (await last(endOf(log.prefix)))?.position ?? 'start',
    read: (stream, from = 0n) => readStream(db, stream, from),
    follow: (after, signal) => followLog({ ...log, fresh }, after, signal),
    // Its positions are those of an index by which a follower passes over the events of others.
    checkpoints: { after: (position) => position, note: () => {} },
    waiting: () => queue.depth(),
    overruns: () => 0,
    refusal: () => undefined,
    close: () => queue.idle().then(() => wakeup.close()),
  }
}

/** As a follower would read them, if they were appended right now. */
const keepRecent = (fresh: RecentAppends, { stream, events }: Command, outcome: Outcome | undefined): void => {
  if (outcome?.outcome !== 'appended') return
  const before = BigInt(events.length - 1)
  const recorded = events.map(({ id, type, data, metadata }, i) => ({
    position: outcome.position - before + BigInt(i),
    revision: outcome.revision - before + BigInt(i),
    stream,
    id,
    type,
    data: JSON.parse(data),
    metadata: JSON.parse(metadata),
  }))
  fresh.keep({
    events: recorded,
    bytes: events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0),
  })
}

const numberOf = (expected: Expected): bigint => {
  if (expected === 'any') return -2n
  return expected === 'no-stream' ? -1n : expected
}

const asText = ({ id, type, data, metadata }: StoredEvent) => ({
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
})

const unavailable =
  ({ isUnavailable }: PostgresLog) =>
  (error: unknown): never => {
    throw isUnavailable(error) ? new EventStoreUnavailable('the log cannot be reached', { cause: error }) : error
  }

/** Other processes are notified when it commits, also where nothing is appended but a retry: its first notification may be lost. */
const appendAll = (commands: readonly Command[], sender: string): Sql => {
  const events = commands.flatMap((command) => command.events)
  return sql`
    select outcome, revision, position, pg_notify(${APPENDED}, ${sender})
    from log.append(
      ${commands.map(({ stream }) => stream)}::text[],
      ${commands.map(({ expected }) => expected)}::bigint[],
      ${commands.map((command) => command.events.length)}::int[],
      ${events.map(({ id }) => id)}::text[]::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ data }) => data)}::text[]::json[],
      ${events.map(({ metadata }) => metadata)}::text[]::json[])
    order by command`
}

const headOf = (stream: StreamName): Sql => sql`
  select revision, position
  from log.event
  where stream = ${stream}
  order by revision desc
  limit 1`

/** Not the head of the table: what lies behind the last event of this prefix, no follower of it will ever see. */
const endOf = (prefix: string): Sql => sql`
  select revision, position
  from log.event
  where ${belongsTo(prefix)}
  order by position desc
  limit 1`

const READ_PAGE = 500

async function* readStream(db: Database, stream: StreamName, from: bigint): AsyncGenerator<Recorded> {
  for (let next = from; ; ) {
    const page = await db.rows<Recorded>(sql`
      select position, stream, revision, id, type, data, metadata
      from log.event
      where stream = ${stream}
        and revision >= ${next}
      order by revision
      limit ${READ_PAGE}`)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < READ_PAGE) return
    next = last.revision + 1n
  }
}

/** Positions that are looked at in one statement. */
const PIECE = 10_000n

/** The first position up to the head that no event of any log in the table has, if any. Reads in small pieces. */
export const missingPosition = async (db: Database, signal: AbortSignal): Promise<Position | undefined> => {
  const [head] = await db.rows<{ position: Position }>(sql`select position from log.head`)
  const end = head?.position ?? 0n
  for (let from = 1n; from <= end; from += PIECE) {
    signal.throwIfAborted()
    const [first] = await db.rows<{ position: Position }>(sql`
      select position
      from generate_series(${from}::bigint, least(${from + PIECE - 1n}::bigint, ${end}::bigint)) as wanted (position)
      where not exists (select from log.event e where e.position = wanted.position)
      order by position
      limit 1`)
    if (first) return first.position
    await breath()
  }
  return undefined
}
