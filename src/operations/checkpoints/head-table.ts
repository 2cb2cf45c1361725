import type { Position, StreamName } from '../../event-store/event-store.js'
import type { LogPlace } from '../../event-store/log-range.js'
import { hex, type StreamHead } from '../../integrity/digests.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'

/** Where the digests of one log's streams are kept. */
export type HeadTable = { readonly db: Database; readonly logId: string }

/** How much of the log the digests take in. */
export type Digested = {
  readonly position: Position
  readonly events: bigint
  /** The last event; undefined before the first. */
  readonly place: LogPlace | undefined
  /** Up to here the log is known to hold nothing else; 0 where nothing is known. */
  readonly passed: Position
}

export const NOTHING: Digested = { position: 0n, events: 0n, place: undefined, passed: 0n }

export const readDigested = async ({ db, logId }: HeadTable): Promise<Digested> => {
  const [found] = await db.rows<LogPlace & Pick<Digested, 'events' | 'passed'>>(sql`
    select position, stream, revision, event_id as id, events, passed
    from digested_log
    where log_id = ${logId}::uuid
      and position > 0`)
  if (found === undefined) return NOTHING
  const { events, passed, ...place } = found
  return { position: place.position, events, place, passed }
}

/** Keeps how far the log is known to hold nothing behind the last event, unless another process has come further. */
export const keepPassed = async ({ db, logId }: HeadTable, { position, passed }: Digested): Promise<void> => {
  await db.rows(sql`
    update digested_log
    set passed = ${passed}::bigint
    where log_id = ${logId}::uuid
      and position = ${position}::bigint`)
}

/** The digests of these streams, of those that have one. */
export const readHeads = (
  { db, logId }: HeadTable,
  streams: readonly StreamName[],
): Promise<readonly Omit<StreamHead, 'revision'>[]> =>
  db.rows<StreamHead>(sql`
    select stream, digest
    from stream_head
    where log_id = ${logId}::uuid
      and stream = any(${streams}::text[])`)

export type MovedHead = StreamHead & { readonly position: Position }

/** Keeps what the next events make of the digests; false, and nothing kept, where another process has come further. */
export const keepHeads = async (
  { db, logId }: HeadTable,
  { from, to }: { readonly from: Digested; readonly to: Digested },
  heads: readonly MovedHead[],
): Promise<boolean> => {
  const { position, events, place } = to
  const moved = await db.rows(sql`
    with moved as (
      insert into digested_log as d (log_id, position, stream, revision, event_id, events)
      select ${logId}::uuid, ${position}::bigint, ${place?.stream ?? ''}, ${place?.revision ?? -1n}::bigint,
             ${place?.id ?? null}::uuid, ${events}::bigint
      on conflict (log_id) do update
      set position = excluded.position, stream = excluded.stream, revision = excluded.revision,
          event_id = excluded.event_id, events = excluded.events, passed = 0
      where d.position = ${from.position}::bigint
      returning 1
    )
    , kept as (
      insert into stream_head as h (log_id, stream, revision, digest, position)
      select ${logId}::uuid, stream, revision, decode(digest, 'hex'), position
      from unnest(
        ${heads.map(({ stream }) => stream)}::text[],
        ${heads.map(({ revision }) => revision)}::bigint[],
        ${heads.map(({ digest }) => hex(digest))}::text[],
        ${heads.map((head) => head.position)}::bigint[]
      ) as each (stream, revision, digest, position)
      where exists (select from moved)
      on conflict (log_id, stream) do update
      set revision = excluded.revision, digest = excluded.digest, position = excluded.position
    )
    select 1 from moved`)
  return moved.length > 0
}

/** Drops what was made of a log that has been replaced since. */
export const forgetHeads = ({ db, logId }: HeadTable): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.rows(sql`delete from stream_head where log_id = ${logId}::uuid`)
    await tx.rows(sql`delete from digested_log where log_id = ${logId}::uuid`)
  })

const PAGE = 1000

/** The heads of all streams that have an event after this position, by name. */
export async function* headsAfter({ db, logId }: HeadTable, position: Position): AsyncGenerator<StreamHead> {
  for (let after = ''; ; ) {
    const page: readonly StreamHead[] = await db.rows<StreamHead>(sql`
      select stream, revision, digest
      from stream_head
      where log_id = ${logId}::uuid
        and stream > ${after}
        and position > ${position}
      order by stream
      limit ${PAGE}`)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.stream
  }
}
