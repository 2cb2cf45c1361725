import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { keyWrap, type WrappingKey } from './wrapping-key.js'

type Kept = { readonly key: Uint8Array; readonly until: number }

/** Keys that are kept at most, and for how long each, in milliseconds. */
const MOST = 8192
const KEPT_MS = 60_000

/**
 * Keys that were used lately, so that a projector which follows its own process's appends asks for none. What leaves it is
 * overwritten with zeros; who takes a key gets an object of its own.
 */
const createKeyCache = () => {
  const kept = new Map<string, Kept>()
  const drop = (name: string) => {
    kept.get(name)?.key.fill(0)
    kept.delete(name)
  }
  return {
    get: (name: string): KeyObject | undefined => {
      const found = kept.get(name)
      return found === undefined || found.until <= performance.now() ? undefined : createSecretKey(found.key)
    },
    keep: (name: string, key: Uint8Array): void => {
      drop(name)
      kept.set(name, { key: new Uint8Array(key), until: performance.now() + KEPT_MS })
      for (const [oldest, { until }] of kept) {
        if (kept.size <= MOST && until > performance.now()) return
        drop(oldest)
      }
    },
    forget: (refs: readonly KeyRef[]): void => {
      for (const ref of refs) drop(nameOf(ref))
    },
  }
}

export type KeyTable = WrappingKey & {
  /** A handle on the schema that holds the table. */
  readonly db: Database
  /** Whether the log lies in the same database. */
  readonly besideLog: boolean
}

export type Row = KeyRef & {
  readonly wrapped: Uint8Array | null
  /** By the key that the store is being changed to, or has been. */
  readonly rewrapped: Uint8Array | null
}

/** Those in the table, and those that were used lately. */
export const knownKeys = ({ db, wrappingKey }: KeyTable) => {
  const cache = createKeyCache()
  const { unwrap } = keyWrap(wrappingKey)
  const unwrapped = (
    name: string,
    { wrapped, rewrapped }: Omit<Row, keyof KeyRef>,
  ): KeyObject | 'destroyed' | 'unfit' => {
    if (wrapped === null) return 'destroyed'
    const key = unwrap(wrapped, name) ?? (rewrapped === null ? undefined : unwrap(rewrapped, name))
    if (key === undefined) return 'unfit'
    cache.keep(name, key)
    return createSecretKey(key)
  }
  return {
    unwrapped,
    keep: cache.keep,
    forget: cache.forget,
    /** Those of these names that were used lately, and the names of the others. */
    cached: (refs: readonly KeyRef[]) => {
      const found = new Map<string, KeyObject>()
      const missing = refs.filter((ref) => {
        const key = cache.get(nameOf(ref))
        if (key !== undefined) found.set(nameOf(ref), key)
        return key === undefined
      })
      return { found, missing }
    },
    select: async (refs: readonly KeyRef[]): Promise<FoundKeys> => {
      const rows = refs.length === 0 ? [] : await db.reading(null).rows<Row>(keysNamed(refs))
      return new Map(rows.map((row) => [nameOf(row), unwrapped(nameOf(row), row)]))
    },
  }
}

const keysNamed = (refs: readonly KeyRef[]) => sql`
  select k.owner, k.part, k.wrapped, k.rewrapped
  from unnest(
    ${refs.map(({ owner }) => owner)}::text[]::uuid[],
    ${refs.map(({ part }) => part)}::int[]
  ) as w (owner, part)
  join data_key k using (owner, part)`
