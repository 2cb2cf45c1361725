import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'

/** A row of the table of keys, as text. */
type StoredKey = {
  readonly owner: string
  readonly part: number
  /** In hexadecimal digits; null of a key that is destroyed. */
  readonly wrapped: string | null
  /** By the next secret key, where the store is being changed to it. */
  readonly rewrapped: string | null
  readonly destroyed: string | null
}

const PAGE = 5000

/**
 * Carries the keys of a log into the table of its copy, as they are: none is unwrapped. A key that is destroyed in either
 * table is destroyed in that of the copy.
 */
export const carryKeys = async (from: Database, to: Database): Promise<void> => {
  for (let last: StoredKey | undefined; ; ) {
    const page: readonly StoredKey[] = await from.rows<StoredKey>(after(last))
    if (page.length > 0) await to.rows(takingIn(page))
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}

const after = (last: StoredKey | undefined) => sql`
  select owner, part, encode(wrapped, 'hex') as wrapped, encode(rewrapped, 'hex') as rewrapped,
    destroyed_at as destroyed
  from data_key
  where ${last === undefined ? sql`true` : sql`(owner, part) > (${last.owner}::uuid, ${last.part}::int)`}
  order by owner, part
  limit ${PAGE}`

const takingIn = (page: readonly StoredKey[]) => sql`
  insert into data_key as known (owner, part, wrapped, rewrapped, destroyed_at)
  select owner, part, decode(wrapped, 'hex'), decode(rewrapped, 'hex'), destroyed::timestamptz
  from jsonb_to_recordset(${JSON.stringify(page)}::jsonb)
    as other (owner uuid, part int, wrapped text, rewrapped text, destroyed text)
  on conflict (owner, part) do update
    set wrapped = null, rewrapped = null, destroyed_at = excluded.destroyed_at
    where known.destroyed_at is null and excluded.destroyed_at is not null`
