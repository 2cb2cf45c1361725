import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { AppendQueue } from '../append-queue.js'
import { EnvelopeUnfit } from './envelope.js'
import type { Destruction } from './erasures.js'
import { randomBytesOf } from './gcm.js'
import { type FoundKey, type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { isWrappedBy, keyWrap, WRAPPED_BYTES, type WrappingKey, WrappingKeyChanged } from './wrapping-key.js'

/** A data key and its name. */
export type NamedKey = { readonly ref: KeyRef; readonly key: KeyObject }

/** The data keys of a store. */
export type DataKeys = {
  /** The keys of these names; those that there are none of are made, and durable before the log is written to. */
  readonly issue: (refs: readonly KeyRef[]) => Promise<FoundKeys>
  /** The key in use of an owner whose keys follow one another, and the keys that are wanted with it. */
  readonly issueWith: (owner: string, wanted: (current: NamedKey) => readonly KeyRef[]) => Promise<Issued>
  /** The keys that there are of these names. */
  readonly find: (refs: readonly KeyRef[]) => Promise<FoundKeys>
  /** Nobody can open again what these keys have sealed. What is destroyed already stays so. */
  readonly destroy: (destruction: Destruction) => Promise<void>
}

/** The key in use, and others by their names. */
type Issued = { readonly current: NamedKey; readonly issued: FoundKeys }

/** A log that is read without its keys: all that is sealed reads as erased. */
export const noKeys: Pick<DataKeys, 'find'> = {
  find: async (refs) => new Map(refs.map((ref) => [nameOf(ref), 'destroyed'])),
}

type KeyTable = WrappingKey & {
  /** A handle on the schema that holds the table. */
  readonly db: Database
  /** Whether the log lies in the same database. */
  readonly besideLog: boolean
}

/** Keys that are kept at most, and for how long each, in milliseconds. */
const MOST = 8192
const KEPT_MS = 60_000

/** Keys that were used lately, so that a projector which follows its own process's appends asks for none. */
const createKeyCache = () => {
  const kept = new Map<string, { readonly key: KeyObject; readonly until: number }>()
  return {
    keep: (name: string, bytes: Uint8Array): KeyObject => {
      const key = createSecretKey(bytes)
      kept.delete(name)
      kept.set(name, { key, until: performance.now() + KEPT_MS })
      for (const [oldest, { until }] of kept) {
        if (kept.size <= MOST && until > performance.now()) break
        kept.delete(oldest)
      }
      return key
    },
    forget: (refs: readonly KeyRef[]): void => {
      for (const ref of refs) kept.delete(nameOf(ref))
    },
    /** Those of these names that were used lately, and the names of the others. */
    cached: (refs: readonly KeyRef[]) => {
      const found = new Map<string, FoundKey>()
      const missing = refs.filter((ref) => {
        const one = kept.get(nameOf(ref))
        const isKept = one !== undefined && one.until > performance.now()
        if (isKept) found.set(nameOf(ref), one.key)
        return !isKept
      })
      return { found, missing }
    },
  }
}

type WrappedKey = KeyRef & {
  readonly wrapped: Uint8Array | null
  /** By the key that the store is being changed to, or has been. */
  readonly rewrapped: Uint8Array | null
}
/** Keys to make, and one of which it is asked whether it is still the one in use of its owner. */
type Making = { readonly missing: readonly KeyRef[]; readonly last: KeyRef | undefined }
type Made = { readonly found: FoundKeys; readonly isCurrent: boolean }

/** What a row takes in a statement, about. */
const ROW_BYTES = 200

/** The keys in the table `data_key`, each row wrapped. */
export const createDataKeys = (table: KeyTable): DataKeys => {
  const cache = createKeyCache()
  const { unwrap } = keyWrap(table.wrappingKey)
  const opened = (row: WrappedKey): FoundKey => {
    if (row.wrapped === null) return 'destroyed'
    const name = nameOf(row)
    const key = unwrap(row.wrapped, name) ?? (row.rewrapped === null ? undefined : unwrap(row.rewrapped, name))
    return key === undefined ? 'unfit' : cache.keep(name, key)
  }
  const select = async (refs: readonly KeyRef[]): Promise<FoundKeys> => {
    const rows = refs.length === 0 ? [] : await table.db.reading(null).rows<WrappedKey>(keysNamed(refs))
    return new Map(rows.map((row) => [nameOf(row), opened(row)]))
  }
  const queue = new AppendQueue(makingKeys(table, { keep: cache.keep, opened, select }), () => false)
  const make = async (refs: readonly KeyRef[], last: KeyRef | undefined): Promise<Made> => {
    const { found, missing } = cache.cached(refs)
    // Where none is made the table is not asked.
    if (missing.length === 0) return { found, isCurrent: false }
    const made = await queue.append({ missing, last }, missing.length * ROW_BYTES)
    return { ...made, found: new Map([...made.found, ...found]) }
  }
  return {
    issue: async (refs) => (await make(refs, undefined)).found,
    issueWith: issuingWith({ db: table.db, cached: cache.cached, make }),
    find: async (refs) => {
      const { found, missing } = cache.cached(refs)
      return new Map([...found, ...(await select(missing))])
    },
    destroy: async (destruction) => cache.forget(await table.db.rows<KeyRef>(destroying(destruction))),
  }
}

type KeyCache = ReturnType<typeof createKeyCache>

type Issuing = Pick<KeyCache, 'cached'> & {
  readonly db: Database
  readonly make: (refs: readonly KeyRef[], last: KeyRef | undefined) => Promise<Made>
}

/** Owners of which it is kept which of their keys was in use last. */
const KEPT = 8192

/**
 * The key in use of an owner whose keys follow one another: the last one, or the next where that is destroyed; and the keys that are
 * wanted with it. The table is asked each time, because another process may have destroyed the key meanwhile: by the statement that
 * makes the others, where the key of last time is at hand and others are to be made, otherwise before it.
 */
const issuingWith = ({ db, cached, make }: Issuing): DataKeys['issueWith'] => {
  const lastOf = new Map<string, number>()
  const lastUsed = (owner: string): NamedKey | undefined => {
    const ref = { owner, part: lastOf.get(owner) ?? -1 }
    const key = cached([ref]).found.get(nameOf(ref))
    return typeof key === 'object' ? { ref, key } : undefined
  }
  return async (owner, wanted) => {
    const last = lastUsed(owner)
    if (last !== undefined) {
      const { found, isCurrent } = await make(wanted(last), last.ref)
      if (isCurrent) return { current: last, issued: found }
    }
    const current = await currentOf(owner, { db, make })
    if (lastOf.size >= KEPT) lastOf.clear()
    lastOf.set(owner, current.ref.part)
    return { current, issued: (await make(wanted(current), undefined)).found }
  }
}

/** The key in use of an owner, as the table has it. */
const currentOf = async (owner: string, { db, make }: Pick<Issuing, 'db' | 'make'>): Promise<NamedKey> => {
  for (;;) {
    const [last] = await db.reading(null).rows<KeyRef & { isDestroyed: boolean }>(newestOf([owner]))
    const ref = { owner, part: last === undefined ? 0 : last.part + (last.isDestroyed ? 1 : 0) }
    const key = (await make([ref], undefined)).found.get(nameOf(ref))
    if (key === undefined || key === 'unfit')
      throw new EnvelopeUnfit("the key of a user's names does not fit the store's secret key")
    if (key !== 'destroyed') return { ref, key }
  }
}

/** The last key of each of these owners. */
const newestOf = (owners: readonly string[]) => sql`
  select w.owner, k.part, k.wrapped is null as "isDestroyed"
  from unnest(${owners}::text[]) as w (owner),
  lateral (
    select part, wrapped
    from data_key
    where owner = w.owner::uuid
    order by part desc
    limit 1
  ) as k`

type KeyAccess = Pick<KeyCache, 'keep'> & {
  readonly opened: (row: WrappedKey) => FoundKey
  readonly select: (refs: readonly KeyRef[]) => Promise<FoundKeys>
}

/** Makes keys in one statement. Of the same name only the first is kept, whoever made it. */
const makingKeys =
  (table: KeyTable, { keep, opened, select }: KeyAccess) =>
  async (batches: readonly Making[]): Promise<readonly Made[]> => {
    const refs = new Map(batches.flatMap(({ missing }) => missing).map((ref) => [nameOf(ref), ref]))
    const fresh = new Map([...refs.keys()].map((name) => [name, randomBytesOf(32)]))
    const owners = [...new Set(batches.flatMap(({ last }) => last?.owner ?? []))]
    const rows = await table.db.rows<WrappedKey & { readonly state: 'made' | 'there' | 'current' }>(
      inserting(table, { refs, fresh, owners }),
    )
    const found = new Map<string, FoundKey>()
    const current = new Set<string>()
    for (const row of rows) {
      const name = nameOf(row)
      const made = row.state === 'made' ? fresh.get(name) : undefined
      if (row.state === 'current') current.add(name)
      else found.set(name, made ? keep(name, made) : opened(row))
    }
    // Another process has made some since the statement began.
    for (const [name, key] of await select([...refs].flatMap(([name, ref]) => (found.has(name) ? [] : [ref]))))
      found.set(name, key)
    if (found.size < refs.size) throw new WrappingKeyChanged()
    return batches.map(({ last }) => ({ found, isCurrent: last !== undefined && current.has(nameOf(last)) }))
  }

type Inserting = {
  readonly refs: ReadonlyMap<string, KeyRef>
  readonly fresh: ReadonlyMap<string, Uint8Array>
  readonly owners: readonly string[]
}

const unnested = (refs: readonly KeyRef[]) => sql`unnest(
      ${refs.map(({ owner }) => owner)}::text[]::uuid[],
      ${refs.map(({ part }) => part)}::int[]
    )`

/** An append to a log in the same database flushes the keys too. In an order, so that two processes never deadlock. */
const inserting = (table: KeyTable, { refs, fresh, owners }: Inserting) => {
  const { wrap } = keyWrap(table.wrappingKey)
  const wrapped = Buffer.concat([...fresh].map(([name, key]) => wrap(key, name)))
  const unflushed = table.besideLog
    ? sql`and (select set_config('synchronous_commit', 'off', true)) is not null`
    : sql``
  return sql`
  with wanted as (
    select owner, part,
      substr(${wrapped}::bytea, (n - 1)::int * ${WRAPPED_BYTES}::int + 1, ${WRAPPED_BYTES}::int) as wrapped
    from ${unnested([...refs.values()])} with ordinality as w (owner, part, n)
  ), made as (
    insert into data_key (owner, part, wrapped)
    select owner, part, wrapped
    from wanted
    where ${isWrappedBy(table)} ${unflushed}
    order by owner, part
    on conflict do nothing
    returning owner, part
  )
  select 'made' as state, owner, part, null::bytea as wrapped, null::bytea as rewrapped
  from made
  union all
  select 'there', k.owner, k.part, k.wrapped, k.rewrapped
  from wanted
  join data_key k using (owner, part)
  union all
  select 'current', owner::uuid, part, null, null
  from (${newestOf(owners)}) as newest
  where not "isDestroyed"`
}

const keysNamed = (refs: readonly KeyRef[]) => sql`
  select k.owner, k.part, k.wrapped, k.rewrapped
  from ${unnested(refs)} as w (owner, part)
  join data_key k using (owner, part)`

/** Answers with those that it has destroyed. A key may be named and in a range: one statement changes a row once. */
const destroying = ({ named, ranges }: Destruction) => sql`
  with wanted as (
    select distinct owner, part
    from ${unnested(named)} as w (owner, part)
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
