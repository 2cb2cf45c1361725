import { createSecretKey, type KeyObject } from 'node:crypto'
import { sql } from '../../postgres/sql.js'
import { AppendQueue } from '../append-queue.js'
import { currentKeys, type NamedKey, newestOf } from './current-keys.js'
import type { Destruction } from './erasures.js'
import { randomBytesOf } from './gcm.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { type KeyTable, knownKeys, type Row } from './known-keys.js'
import { isWrappedBy, keyWrap, WRAPPED_BYTES, WrappingKeyChanged } from './wrapping-key.js'

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
    issueWith: currentKeys({ db: table.db, issue, make, cached: (ref) => known.cached([ref]).found.get(nameOf(ref)) }),
    find: async (refs) => {
      const { found, missing } = known.cached(refs)
      return new Map([...found, ...(await known.select(missing))])
    },
    destroy: async (destruction) => known.forget(await table.db.rows<KeyRef>(destroying(destruction))),
  }
}

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
const inserting = (fresh: readonly Fresh[], table: Omit<KeyTable, 'db' | 'now'>, owners: readonly string[]) => sql`
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
