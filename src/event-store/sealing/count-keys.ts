import { slices } from '../../concurrency/slices.js'
import type { DomainEvent } from '../../domain/all-events.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { eventsOf, type Log, type Part } from './erased-users.js'
import { type Destruction, destructionOf } from './erasures.js'
import { type KeyRef, nameOf } from './key-ref.js'
import { keysIn } from './open-events.js'

/*
 * How many keys there are that are not destroyed. No key is opened for it.
 */

/** Of all there are. `db`: a handle on the schema of the keys. */
export const countKeys = (db: Database): Promise<number> =>
  counted(db.rows<Counted>(sql`select count(*)::int as keys from data_key where wrapped is not null`))

/** Of those that these events would destroy, if they were appended behind a revision of their stream. */
export const countKeysErasedBy = (db: Database, events: readonly DomainEvent[], revision: bigint): Promise<number> =>
  countAmong(db, destructionOf(events.map((event) => ({ event, revision }))))

/** Names of one statement. */
const AT_ONCE = 5000

/** A part of a stream, up to its last event. */
type UpToLast = Pick<Part, 'stream' | 'from'> & { readonly to: number }
type Counting = { readonly log: Log; readonly db: Database }

/**
 * Counts those of what is sealed in these parts of streams, which are read for it. As long as nothing is appended to them, nothing
 * makes or destroys a key of theirs: so the last count is remembered.
 */
export const createKeyCount = (counting: Counting) => {
  let last: { readonly parts: string; readonly keys: number } | undefined
  return async (parts: readonly UpToLast[]): Promise<number> => {
    const asked = JSON.stringify(parts.map(({ stream, from, to }) => [stream, `${from}`, to]))
    if (last?.parts !== asked) last = { parts: asked, keys: await countKeysOf(counting, parts) }
    return last.keys
  }
}

const countKeysOf = async ({ log, db }: Counting, parts: readonly Part[]): Promise<number> => {
  const refs = new Map<string, KeyRef>()
  for (const part of parts)
    for await (const some of eventsOf(log, part)) for (const ref of keysIn(some)) refs.set(nameOf(ref), ref)
  let keys = 0
  for (const named of slices([...refs.values()], AT_ONCE)) keys += await countAmong(db, { named, ranges: [] })
  return keys
}

type Counted = { readonly keys: number }

const counted = async (rows: Promise<readonly Counted[]>): Promise<number> => (await rows)[0]?.keys ?? 0

/** A key may be named, and be in several ranges: each counts once. */
const countAmong = (db: Database, { named, ranges }: Destruction): Promise<number> =>
  counted(
    db.rows<Counted>(sql`
      select count(*)::int as keys
      from (
        select k.owner, k.part
        from unnest(
          ${named.map(({ owner }) => owner)}::text[]::uuid[],
          ${named.map(({ part }) => part)}::int[]
        ) as w (owner, part)
        join data_key k using (owner, part)
        where k.wrapped is not null
        union
        select k.owner, k.part
        from unnest(
          ${ranges.map(({ owner }) => owner)}::text[]::uuid[],
          ${ranges.map(({ from }) => from)}::int[],
          ${ranges.map(({ to }) => to)}::int[]
        ) as r (owner, first, last)
        join data_key k on k.owner = r.owner and k.part between r.first and r.last
        where k.wrapped is not null
      ) as there`),
  )
