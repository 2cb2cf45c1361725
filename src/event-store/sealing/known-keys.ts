import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { createKeyCache } from './key-cache.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { keyWrap } from './key-wrap.js'
import type { WrappingKey } from './wrapping-key.js'

export type KeyTable = WrappingKey & {
  /** A handle on the schema that holds the table. */
  readonly db: Database
  /** Whether the log lies in the same database. */
  readonly besideLog: boolean
  /** A clock in milliseconds. */
  readonly now?: () => number
}

export type Row = KeyRef & {
  readonly wrapped: Uint8Array | null
  /** By the key that the store is being changed to, or has been. */
  readonly rewrapped: Uint8Array | null
}
/** Those in the table, and those that were used lately. */
export const knownKeys = ({ db, wrappingKey, now = () => performance.now() }: KeyTable) => {
  const cache = createKeyCache(now)
  const { unwrap } = keyWrap(wrappingKey)
  const unwrapped = (name: string, { wrapped, rewrapped }: Row): Uint8Array | 'destroyed' | 'unfit' => {
    if (wrapped === null) return 'destroyed'
    const key = unwrap(wrapped, name) ?? (rewrapped === null ? undefined : unwrap(rewrapped, name))
    if (key !== undefined) cache.keep(name, key)
    return key ?? 'unfit'
  }
  return {
    unwrapped,
    keep: cache.keep,
    forget: cache.forget,
    cached: (refs: readonly KeyRef[]) => {
      const found = new Map<string, Uint8Array>()
      const missing: KeyRef[] = []
      for (const ref of refs) {
        const name = nameOf(ref)
        const key = cache.get(name)
        if (key === undefined) missing.push(ref)
        else found.set(name, key)
      }
      return { found, missing }
    },
    select: async (refs: readonly KeyRef[]): Promise<FoundKeys> => {
      if (refs.length === 0) return new Map()
      const rows = await db.reading(null).rows<Row>(keysNamed(refs))
      const found = new Map<string, Uint8Array | 'destroyed' | 'unfit'>()
      for (const row of rows) {
        const name = nameOf(row)
        found.set(name, unwrapped(name, row))
      }
      return found
    },
  }
}

/** A store of before, which is only read, has no column `rewrapped`: there the name means the outer one, which is null. */
const keysNamed = (refs: readonly KeyRef[]) => sql`
  select found.*
  from (select null::bytea as rewrapped) as before,
  lateral (
    select k.owner, k.part, k.wrapped, rewrapped
    from unnest(${refs.map(({ owner }) => owner)}::text[]::uuid[], ${refs.map(({ part }) => part)}::int[]) as w (owner, part)
    join data_key k using (owner, part)
  ) as found`
