import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { type KeyRef, nameOf } from './key-ref.js'
import { keyWrap } from './wrapping-key.js'

type Row = KeyRef & { readonly wrapped: Uint8Array; readonly rewrapped: Uint8Array | null }

/** The keys that data keys are wrapped by, before and after. */
type Wraps = { readonly from: Uint8Array; readonly to: Uint8Array }

type Rewrapped = {
  /** Keys of the batch. */
  readonly seen: number
  /** Of these: they open with neither key, and are left. */
  readonly unfit: number
}

/** Rows of one statement. */
const BATCH = 2000

/**
 * Wraps each data key by the next key as well, in batches of one statement each; what is so already is left as it is. Both
 * open then, so this may be broken off anywhere.
 */
export async function* rewrapKeys(db: Database, { from, to }: Wraps): AsyncGenerator<Rewrapped> {
  const before = keyWrap(from)
  const next = keyWrap(to)
  for (let last: Row | undefined; ; ) {
    const page: readonly Row[] = await db.rows<Row>(after(last))
    const opened = page
      .filter((row) => row.rewrapped === null || next.unwrap(row.rewrapped, nameOf(row)) === undefined)
      .map((row) => ({
        row,
        present: [row.wrapped, row.rewrapped].find((one) => one && before.unwrap(one, nameOf(row))),
      }))
    const changed = opened.flatMap(({ row: { owner, part }, present }) => {
      const key = present && before.unwrap(present, nameOf({ owner, part }))
      return key ? [{ owner, part, wrapped: present, rewrapped: next.wrap(key, nameOf({ owner, part })) }] : []
    })
    if (changed.length > 0) await db.rows(setting(changed))
    if (page.length > 0) yield { seen: page.length, unfit: opened.length - changed.length }
    last = page.at(-1)
    if (page.length < BATCH) return
  }
}

/** Drops what the former key wraps, in batches; answers each time with how many. Only what the next key wraps is left. */
export async function* dropFormerWraps(db: Database): AsyncGenerator<number> {
  for (;;) {
    const changed = await db.rows(sql`
      update data_key k
      set wrapped = rewrapped, rewrapped = null
      from (select owner, part from data_key where rewrapped is not null limit ${BATCH}) as batch
      where k.owner = batch.owner and k.part = batch.part and k.rewrapped is not null
      returning k.part`)
    if (changed.length === 0) return
    yield changed.length
  }
}

const after = (last: KeyRef | undefined) => sql`
  select owner, part, wrapped, rewrapped
  from data_key
  where wrapped is not null
    and ${last === undefined ? sql`true` : sql`(owner, part) > (${last.owner}::uuid, ${last.part}::int)`}
  order by owner, part
  limit ${BATCH}`

/** What the present key wraps may be the next one of a change before, which was broken off behind its switch. */
const setting = (rows: readonly Row[]) => sql`
  update data_key k
  set wrapped = decode(w.wrapped, 'hex'), rewrapped = decode(w.rewrapped, 'hex')
  from unnest(
    ${rows.map(({ owner }) => owner)}::text[]::uuid[],
    ${rows.map(({ part }) => part)}::int[],
    ${rows.map(({ wrapped }) => hex(wrapped))}::text[],
    ${rows.map(({ rewrapped }) => hex(rewrapped ?? new Uint8Array()))}::text[]
  ) as w (owner, part, wrapped, rewrapped)
  where k.owner = w.owner and k.part = w.part and k.wrapped is not null`

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
