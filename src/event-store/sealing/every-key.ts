import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { type KeyRef, nameOf } from './key-ref.js'
import { keyWrap } from './wrapping-key.js'

/* What is done to all data keys of a store, a page at a time: it may be broken off anywhere. */

type WrappedKey = KeyRef & {
  /** Null of a key that is destroyed. */
  readonly wrapped: Uint8Array | null
  /** By the next secret key, where the store is being changed to it. */
  readonly rewrapped: Uint8Array | null
  readonly destroyed: string | null
}

/** How many there are that are not destroyed. `db`: a handle on the schema of the keys. */
export const countKeys = async (db: Database): Promise<number> => {
  const [found] = await db.rows<{ keys: number }>(sql`
    select count(*)::int as keys
    from data_key
    where wrapped is not null`)
  return found?.keys ?? 0
}

/** Rows of one statement. */
const PAGE = 2000

async function* pagesOf(db: Database): AsyncGenerator<readonly WrappedKey[]> {
  for (let last: WrappedKey | undefined; ; ) {
    const page: readonly WrappedKey[] = await db.rows<WrappedKey>(sql`
      select owner, part, wrapped, rewrapped, destroyed_at as destroyed
      from data_key
      where ${last === undefined ? sql`true` : sql`(owner, part) > (${last.owner}::uuid, ${last.part}::int)`}
      order by owner, part
      limit ${PAGE}`)
    if (page.length > 0) yield page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}

const rowsFrom = (page: readonly WrappedKey[]): Sql => sql`(
  select owner, part, decode(wrapped, 'hex') as wrapped, decode(rewrapped, 'hex') as rewrapped,
    destroyed::timestamptz as destroyed_at
  from unnest(
    ${page.map(({ owner }) => owner)}::text[]::uuid[],
    ${page.map(({ part }) => part)}::int[],
    ${page.map(({ wrapped }) => hex(wrapped))}::text[],
    ${page.map(({ rewrapped }) => hex(rewrapped))}::text[],
    ${page.map(({ destroyed }) => destroyed)}::text[]
  ) as each (owner, part, wrapped, rewrapped, destroyed)
)`

const hex = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('hex')

/** Copies wrapped keys into the table of a log's copy. A key destroyed in either table is destroyed in the copy. */
export const carryKeys = async (from: Database, to: Database): Promise<void> => {
  for await (const page of pagesOf(from))
    await to.rows(sql`
      insert into data_key as known (owner, part, wrapped, rewrapped, destroyed_at)
      select owner, part, wrapped, rewrapped, destroyed_at
      from ${rowsFrom(page)} as other
      on conflict (owner, part) do update
        set wrapped = null, rewrapped = null, destroyed_at = excluded.destroyed_at
        where known.destroyed_at is null and excluded.destroyed_at is not null`)
}

/** The keys that data keys are wrapped by, before and after. */
type Wraps = { readonly from: Uint8Array; readonly to: Uint8Array }

type Rewrapped = {
  /** Keys of the page that are not destroyed. */
  readonly seen: number
  /** Of these: they open with neither key, and are left. */
  readonly unfit: number
}

/** Wraps each data key by the next key as well, so that both open it; what is so already is left as it is. */
export async function* rewrapKeys(db: Database, { from, to }: Wraps): AsyncGenerator<Rewrapped> {
  const before = keyWrap(from)
  const next = keyWrap(to)
  for await (const page of pagesOf(db)) {
    const living = page.filter(({ wrapped }) => wrapped !== null)
    const due = living.filter((row) => row.rewrapped === null || next.unwrap(row.rewrapped, nameOf(row)) === undefined)
    const changed = due.flatMap((row) => {
      // What the present key wraps may be the next one of a change before, which was broken off behind its switch.
      for (const wrapped of [row.wrapped, row.rewrapped]) {
        const key = wrapped && before.unwrap(wrapped, nameOf(row))
        if (key) return [{ ...row, wrapped, rewrapped: next.wrap(key, nameOf(row)) }]
      }
      return []
    })
    if (changed.length > 0)
      await db.rows(sql`
        update data_key k
        set wrapped = w.wrapped, rewrapped = w.rewrapped
        from ${rowsFrom(changed)} as w
        where k.owner = w.owner and k.part = w.part and k.wrapped is not null`)
    yield { seen: living.length, unfit: due.length - changed.length }
  }
}

/** Drops what the former key wraps, in batches; answers each time with how many. Only what the next key wraps is left. */
export async function* dropFormerWraps(db: Database): AsyncGenerator<number> {
  for (;;) {
    const changed = await db.rows(sql`
      update data_key k
      set wrapped = rewrapped, rewrapped = null
      from (select owner, part from data_key where rewrapped is not null limit ${PAGE}) as batch
      where k.owner = batch.owner and k.part = batch.part and k.rewrapped is not null
      returning k.part`)
    if (changed.length === 0) return
    yield changed.length
  }
}
