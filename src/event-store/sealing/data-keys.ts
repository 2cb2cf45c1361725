import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { AppendQueue } from '../append-queue.js'
import { EnvelopeUnfit } from './envelope.js'
import type { Destruction } from './erasures.js'
import { randomBytesOf } from './gcm.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { type KeyTable, knownKeys, type Row } from './known-keys.js'
import { isWrappedBy, keyWrap, WRAPPED_BYTES, WrappingKeyChanged } from './wrapping-key.js'

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

type Fresh = { readonly ref: KeyRef; readonly name: string; readonly key: Uint8Array; readonly wrapped: Uint8Array }
/** Keys to make, and one of which it is asked whether it is still the one in use of its owner. */
type Making = { readonly fresh: readonly Fresh[]; readonly last: KeyRef | undefined }
type Made = { readonly found: FoundKeys; readonly isCurrent: boolean }

/** The keys in the table `data_key`, each row wrapped. */
export const createDataKeys = (table: KeyTable): DataKeys => {
  const known = knownKeys(table)
  const { wrap } = keyWrap(table.wrappingKey)
  const queue = new AppendQueue(makingKeys(table, known), () => false)
  const make = async (refs: readonly KeyRef[], last: KeyRef | undefined): Promise<Made> => {
    const { found, missing } = known.cached(refs)
    // Where none is made the table is not asked.
    if (missing.length === 0) return { found, isCurrent: false }
    const fresh = missing.map((ref): Fresh => {
      const key = randomBytesOf(32)
      const name = nameOf(ref)
      return { ref, name, key, wrapped: wrap(key, name) }
    })
    const made = await queue.append({ fresh, last }, fresh.length * ROW_BYTES)
    return found.size === 0 ? made : { ...made, found: new Map([...made.found, ...found]) }
  }
  const issue: DataKeys['issue'] = async (refs) => (await make(refs, undefined)).found
  return {
    issue,
    issueWith: issuingWith({ db: table.db, known, issue, make }),
    find: async (refs) => {
      const { found, missing } = known.cached(refs)
      return new Map([...found, ...(await known.select(missing))])
    },
    destroy: async (destruction) => known.forget(await table.db.rows<KeyRef>(destroying(destruction))),
  }
}

type Newest = KeyRef & { readonly isDestroyed: boolean }

type Issuing = {
  readonly db: Database
  readonly known: ReturnType<typeof knownKeys>
  readonly issue: DataKeys['issue']
  readonly make: (refs: readonly KeyRef[], last: KeyRef) => Promise<Made>
}

/** Owners of which it is kept which of their keys was in use last. */
const KEPT = 8192

/**
 * The key in use of an owner whose keys follow one another: the last one, or the next where that is destroyed; and the keys that are
 * wanted with it. The table is asked each time, because another process may have destroyed the key meanwhile: by the statement that
 * makes the others, where the key of last time is at hand and others are to be made, otherwise before it.
 */
const issuingWith = ({ db, known, issue, make }: Issuing): DataKeys['issueWith'] => {
  const queue = new AppendQueue(
    async (owners: readonly string[]) => {
      const rows = await db.reading(null).rows<Newest>(newestOf([...new Set(owners)]))
      const newest = new Map(rows.map((row) => [row.owner, row]))
      return owners.map((owner) => newest.get(owner))
    },
    () => false,
  )
  const lastOf = new Map<string, number>()
  const asked = async (owner: string): Promise<NamedKey> => {
    for (;;) {
      const last = await queue.append(owner, ROW_BYTES)
      const ref = { owner, part: last === undefined ? 0 : last.part + (last.isDestroyed ? 1 : 0) }
      const key = (await issue([ref])).get(nameOf(ref))
      if (key === undefined || key === 'unfit')
        throw new EnvelopeUnfit("the key of a user's names does not fit the store's secret key")
      if (key !== 'destroyed') return { ref, key }
    }
  }
  const lastUsed = (owner: string): NamedKey | undefined => {
    const ref = { owner, part: lastOf.get(owner) ?? 0 }
    const key = lastOf.has(owner) ? known.cached([ref]).found.get(nameOf(ref)) : undefined
    return key && { ref, key }
  }
  return async (owner, wanted) => {
    const last = lastUsed(owner)
    const early = last && { last, refs: wanted(last) }
    const made = early && (await make(early.refs, early.last.ref))
    if (early && made?.isCurrent) return { current: early.last, issued: made.found }
    const current = await asked(owner)
    if (lastOf.size >= KEPT) lastOf.clear()
    lastOf.set(owner, current.ref.part)
    // What is wanted depends on the key alone.
    const refs = early?.last.ref.part === current.ref.part ? early.refs : wanted(current)
    return { current, issued: await issue(refs) }
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

/** How many keys were made, a key that there was, or the one that is in use of its owner. */
type Answer = Row & { readonly made: number | null; readonly isCurrent: boolean }

/** Makes keys in one statement. Of the same name only the first is kept, whoever made it. */
const makingKeys =
  (table: KeyTable, { keep, unwrapped, select }: ReturnType<typeof knownKeys>) =>
  async (batches: readonly Making[]): Promise<readonly Made[]> => {
    const fresh = new Map(batches.flatMap((batch) => batch.fresh).map((one) => [one.name, one]))
    const owners = [...new Set(batches.flatMap(({ last }) => last?.owner ?? []))]
    const rows = await table.db.rows<Answer>(inserting([...fresh.values()], table, owners))
    const found = new Map<string, KeyObject | 'destroyed' | 'unfit'>()
    const current = new Set<string>()
    let madeNow = 0
    for (const row of rows)
      if (row.made !== null) madeNow = row.made
      else if (row.isCurrent) current.add(nameOf(row))
      else found.set(nameOf(row), unwrapped(nameOf(row), row))
    const others = [...fresh.values()].filter(({ name }) => !found.has(name))
    if (madeNow === others.length)
      for (const { name, key } of others) {
        keep(name, key)
        found.set(name, createSecretKey(key))
      }
    // Another process has made some since the statement began.
    else for (const [name, key] of await select(others.map(({ ref }) => ref))) found.set(name, key)
    if (found.size < fresh.size) throw new WrappingKeyChanged()
    return batches.map(({ last }) => ({ found, isCurrent: last !== undefined && current.has(nameOf(last)) }))
  }

/** What a row takes in a statement, about. */
const ROW_BYTES = 200

/**
 * Where the log lies in the same database, its append flushes all that was written to the journal before, the keys too: they
 * need not wait for the disk by themselves. In an order, so that two processes never wait for each other. Answers with as little as
 * it can, as nearly always all are made.
 */
const inserting = (fresh: readonly Fresh[], table: Omit<KeyTable, 'db'>, owners: readonly string[]) => sql`
  with wanted as (
    select owner, part,
      substr(
        ${Buffer.concat(fresh.map(({ wrapped }) => wrapped))}::bytea,
        (n - 1)::int * ${WRAPPED_BYTES}::int + 1,
        ${WRAPPED_BYTES}::int
      ) as wrapped
    from unnest(
      ${fresh.map(({ ref }) => ref.owner)}::text[]::uuid[],
      ${fresh.map(({ ref }) => ref.part)}::int[]
    ) with ordinality as w (owner, part, n)
  ), made as (
    insert into data_key (owner, part, wrapped)
    select owner, part, wrapped
    from wanted
    where ${isWrappedBy(table)}
    order by owner, part
    on conflict do nothing
    returning 1
  )
  select count(*)::int as made, false as "isCurrent", null::uuid as owner, null::int as part, null::bytea as wrapped,
    null::bytea as rewrapped, ${quickly(table.besideLog)} as setting
  from made
  union all
  select null, false, k.owner, k.part, k.wrapped, k.rewrapped, null
  from wanted
  join data_key k using (owner, part)
  union all
  select null, true, owner::uuid, part, null, null, null
  from (${newestOf(owners)}) as newest
  where not "isDestroyed"`

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
