import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { AppendQueue } from '../append-queue.js'
import { currentKeys, type NamedKey } from './current-keys.js'
import type { Destruction } from './erasures.js'
import { createKeyCache } from './key-cache.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { keyWrap } from './key-wrap.js'
import { randomBytesOf } from './random-bytes.js'
import { isWrappedBy, type WrappingKey, WrappingKeyChanged } from './wrapping-key.js'

type KeyTable = WrappingKey & {
  /** A handle on the schema that holds the table. */
  readonly db: Database
  /** Whether the log lies in the same database. */
  readonly besideLog: boolean
  /** A clock in milliseconds. */
  readonly now?: () => number
}

/** The data keys of a store. */
export type DataKeys = {
  /** The keys of these names; those that there are none of are made, and durable before the log is written to. */
  readonly issue: (refs: readonly KeyRef[]) => Promise<FoundKeys>
  /** The key in use of an owner whose keys follow one another. */
  readonly current: (owner: string) => Promise<NamedKey>
  /** The keys that there are of these names. */
  readonly find: (refs: readonly KeyRef[]) => Promise<FoundKeys>
  /** Nobody can open again what these keys have sealed. What is destroyed already stays so. */
  readonly destroy: (destruction: Destruction) => Promise<void>
}

/** A log that is read without its keys: all that is sealed reads as erased. */
export const noKeys: Pick<DataKeys, 'find'> = {
  find: async (refs) => new Map(refs.map((ref) => [nameOf(ref), 'destroyed'])),
}

type Row = KeyRef & {
  readonly wrapped: Uint8Array | null
  /** By the key that the store is being changed to, or has been. */
  readonly rewrapped: Uint8Array | null
}
type Fresh = { readonly ref: KeyRef; readonly key: Uint8Array; readonly wrapped: Uint8Array }

/** The keys in the table `data_key`, each row wrapped. */
export const createDataKeys = (table: KeyTable): DataKeys => {
  const known = knownKeys(table)
  const { wrap } = keyWrap(table.wrappingKey)
  const queue = new AppendQueue(makingKeys(table, known), () => false)
  const issue: DataKeys['issue'] = async (refs) => {
    const { found, missing } = known.cached(refs)
    if (missing.length === 0) return found
    const fresh = missing.map((ref): Fresh => {
      const key = randomBytesOf(32)
      return { ref, key, wrapped: wrap(key, ref) }
    })
    return new Map([...found, ...(await queue.append(fresh, fresh.length * ROW_BYTES))])
  }
  return {
    issue,
    current: currentKeys({ db: table.db, issue }),
    find: async (refs) => {
      const { found, missing } = known.cached(refs)
      return new Map([...found, ...(await known.select(missing))])
    },
    destroy: async (destruction) => known.forget(await table.db.rows<KeyRef>(destroying(destruction))),
  }
}

/** Those in the table, and those that were used lately. */
const knownKeys = ({ db, wrappingKey, now = () => performance.now() }: KeyTable) => {
  const cache = createKeyCache(now)
  const { unwrap } = keyWrap(wrappingKey)
  const unwrapped = ({ wrapped, rewrapped, ...ref }: Row): Uint8Array | 'destroyed' | 'unfit' => {
    if (wrapped === null) return 'destroyed'
    const key = unwrap(wrapped, ref) ?? (rewrapped === null ? undefined : unwrap(rewrapped, ref))
    if (key !== undefined) cache.keep(nameOf(ref), key)
    return key ?? 'unfit'
  }
  return {
    unwrapped,
    keep: cache.keep,
    forget: cache.forget,
    cached: (refs: readonly KeyRef[]) => {
      const found = new Map<string, Uint8Array>()
      for (const ref of refs) {
        const key = cache.get(nameOf(ref))
        if (key !== undefined) found.set(nameOf(ref), key)
      }
      return { found, missing: refs.filter((ref) => !found.has(nameOf(ref))) }
    },
    select: async (refs: readonly KeyRef[]): Promise<FoundKeys> => {
      if (refs.length === 0) return new Map()
      const rows = await db.reading(null).rows<Row>(keysNamed(refs))
      return new Map(rows.map((row) => [nameOf(row), unwrapped(row)]))
    },
  }
}

/** Makes keys in one statement. Of the same name only the first is kept, whoever made it. */
const makingKeys =
  (table: KeyTable, { keep, unwrapped, select }: ReturnType<typeof knownKeys>) =>
  async (batches: readonly (readonly Fresh[])[]): Promise<readonly FoundKeys[]> => {
    const fresh = new Map(batches.flat().map((one) => [nameOf(one.ref), one]))
    const rows = await table.db.rows<Row & { readonly made: boolean }>(inserting([...fresh.values()], table))
    const found = new Map<string, Uint8Array | 'destroyed' | 'unfit'>()
    for (const { made, owner, part, wrapped, rewrapped } of rows) {
      const name = nameOf({ owner, part })
      const own = made ? fresh.get(name) : undefined
      if (own) keep(name, own.key)
      found.set(name, own?.key ?? unwrapped({ owner, part, wrapped, rewrapped }))
    }
    // Another process has made it since the statement began.
    const late = await select([...fresh.values()].map(({ ref }) => ref).filter((ref) => !found.has(nameOf(ref))))
    if (found.size + late.size < fresh.size) throw new WrappingKeyChanged()
    return batches.map(() => new Map([...found, ...late]))
  }

/** What a row takes in a statement, about. */
const ROW_BYTES = 200

/** A store of before, which is only read, has no column `rewrapped`: there the name means the outer one, which is null. */
const keysNamed = (refs: readonly KeyRef[]) => sql`
  select found.*
  from (select null::bytea as rewrapped) as before,
  lateral (
    select k.owner, k.part, k.wrapped, rewrapped
    from unnest(${refs.map(({ owner }) => owner)}::text[]::uuid[], ${refs.map(({ part }) => part)}::int[]) as w (owner, part)
    join data_key k using (owner, part)
  ) as found`

/**
 * Where the log lies in the same database, its append flushes all that was written to the journal before, the keys too: they
 * need not wait for the disk by themselves. In an order, so that two processes never wait for each other.
 */
const inserting = (fresh: readonly Fresh[], table: Omit<KeyTable, 'db' | 'now'>) => sql`
  with wanted as (
    select *
    from unnest(
      ${fresh.map(({ ref }) => ref.owner)}::text[]::uuid[],
      ${fresh.map(({ ref }) => ref.part)}::int[],
      ${fresh.map(({ wrapped }) => Buffer.from(wrapped).toString('hex'))}::text[]
    ) as w (owner, part, wrapped)
  ), made as (
    insert into data_key (owner, part, wrapped)
    select owner, part, decode(wrapped, 'hex')
    from wanted
    where ${isWrappedBy(table)}
    order by owner, part
    on conflict do nothing
    returning owner, part
  )
  select owner, part, null::bytea as wrapped, null::bytea as rewrapped, true as made, ${quickly(table.besideLog)} as setting
  from made
  union all
  select k.owner, k.part, k.wrapped, k.rewrapped, false, null
  from wanted
  join data_key k using (owner, part)`

const quickly = (besideLog: boolean) =>
  besideLog ? sql`(select set_config('synchronous_commit', 'off', true))` : sql`null`

/** Answers with those that it has destroyed. A key may be named and in a range: one statement changes a row once. */
const destroying = ({ named, ranges }: Destruction) => sql`
  with wanted as (
    select owner, part
    from unnest(
      ${named.map(({ owner }) => owner)}::text[]::uuid[],
      ${named.map(({ part }) => part)}::int[]
    ) as w (owner, part)
  ), range as (
    update data_key k
    set wrapped = null, rewrapped = null, destroyed_at = now()
    from unnest(
      ${ranges.map(({ owner }) => owner)}::text[]::uuid[],
      ${ranges.map(({ from }) => from)}::int[],
      ${ranges.map(({ to }) => to)}::int[]
    ) as r (owner, first, last)
    where k.owner = r.owner and k.part between r.first and r.last and k.wrapped is not null
      and not exists (select from wanted w where w.owner = k.owner and w.part = k.part)
    returning k.owner, k.part
  ), named as (
    insert into data_key as k (owner, part, destroyed_at)
    select owner, part, now()
    from wanted
    order by owner, part
    on conflict (owner, part) do update set wrapped = null, rewrapped = null, destroyed_at = excluded.destroyed_at
      where k.wrapped is not null
    returning k.owner, k.part
  )
  select owner, part from range
  union all
  select owner, part from named`
