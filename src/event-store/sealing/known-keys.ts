import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'
import { keyWrap, WRAPPED_BYTES, type WrappingKey } from './wrapping-key.js'

type Kept = { readonly key: Uint8Array; readonly until: number }

type Limits = {
  /** Keys that are kept at most. */
  readonly most: number
  /** For how long each is kept, in milliseconds. */
  readonly keptMs: number
}

const LIMITS: Limits = { most: 8192, keptMs: 60_000 }

/**
 * Keys that were used lately, so that a projector which follows its own process's appends asks for none. What leaves it is
 * overwritten with zeros; who takes a key gets an object of its own.
 */
const createKeyCache = (now: () => number, { most, keptMs }: Limits = LIMITS) => {
  const kept = new Map<string, Kept>()
  const drop = (name: string) => {
    kept.get(name)?.key.fill(0)
    kept.delete(name)
  }
  const dropOld = () => {
    for (const [name, { until }] of kept) {
      if (kept.size <= most && until > now()) return
      drop(name)
    }
  }
  return {
    get: (name: string): KeyObject | undefined => {
      const found = kept.get(name)
      if (found === undefined || found.until <= now()) return undefined
      return createSecretKey(found.key)
    },
    keep: (name: string, key: Uint8Array): void => {
      drop(name)
      kept.set(name, { key: new Uint8Array(key), until: now() + keptMs })
      dropOld()
    },
    forget: (refs: readonly KeyRef[]): void => {
      for (const ref of refs) drop(nameOf(ref))
    },
    clear: (): void => {
      for (const name of [...kept.keys()]) drop(name)
    },
  }
}

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
    cached: cachedIn(cache),
    select: async (refs: readonly KeyRef[]): Promise<FoundKeys> => {
      const found = new Map<string, KeyObject | 'destroyed' | 'unfit'>()
      if (refs.length === 0) return found
      const rows = await db.reading(null).rows<Row & Usual>(keysNamed(refs))
      for (const { usual, ...row } of rows)
        for (const one of usual === null ? [row] : rowsIn(usual, refs)) {
          const name = nameOf(one)
          found.set(name, unwrapped(name, one))
        }
      return found
    },
  }
}

const cachedIn = (cache: ReturnType<typeof createKeyCache>) => (refs: readonly KeyRef[]) => {
  const found = new Map<string, KeyObject>()
  const missing: KeyRef[] = []
  for (const ref of refs) {
    const name = nameOf(ref)
    const key = cache.get(name)
    if (key === undefined) missing.push(ref)
    else found.set(name, key)
  }
  return { found, missing }
}

/** In one row all keys that are as usual, in the order in which they were asked for, with zeros in the place of each other. */
type Usual = { readonly usual: Uint8Array | null }

const NONE = Buffer.alloc(WRAPPED_BYTES)

const rowsIn = (usual: Uint8Array, refs: readonly KeyRef[]): readonly Row[] =>
  refs.flatMap(({ owner, part }, i) => {
    const wrapped = usual.subarray(WRAPPED_BYTES * i, WRAPPED_BYTES * (i + 1))
    return NONE.compare(wrapped) === 0 ? [] : [{ owner, part, wrapped, rewrapped: null }]
  })

/** Nearly all are there and wrapped once: these come as one value, as rows would take longer to read than keys to unwrap. */
const keysNamed = (refs: readonly KeyRef[]) => sql`
  with found as (
    select n, k.owner, k.part, k.wrapped, k.rewrapped,
      coalesce(length(k.wrapped) = ${WRAPPED_BYTES}::int and k.rewrapped is null, false) as is_usual
    from unnest(
      ${refs.map(({ owner }) => owner)}::text[]::uuid[],
      ${refs.map(({ part }) => part)}::int[]
    ) with ordinality as w (owner, part, n)
    left join data_key k using (owner, part)
  )
  select string_agg(case when is_usual then wrapped else ${NONE}::bytea end, ''::bytea order by n) as usual,
    null::uuid as owner, null::int as part, null::bytea as wrapped, null::bytea as rewrapped
  from found
  union all
  select null, owner, part, wrapped, rewrapped
  from found
  where owner is not null and not is_usual`
