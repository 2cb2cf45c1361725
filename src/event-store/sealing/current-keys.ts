import type { KeyObject } from 'node:crypto'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { AppendQueue } from '../append-queue.js'
import { EnvelopeUnfit } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'

/** A data key and its name. */
export type NamedKey = { readonly ref: KeyRef; readonly key: KeyObject }

type Newest = KeyRef & { readonly isDestroyed: boolean }

type Keys = {
  readonly db: Database
  readonly issue: (refs: readonly KeyRef[]) => Promise<FoundKeys>
  /** Issues keys and tells whether `last` is still the one in use of its owner, where the table was asked. */
  readonly make: (
    refs: readonly KeyRef[],
    last: KeyRef,
  ) => Promise<{ readonly found: FoundKeys; readonly isCurrent: boolean }>
  readonly cached: (ref: KeyRef) => KeyObject | undefined
}

/** What is wanted with a key: the same each time for the same key. */
type Wanted = (current: NamedKey) => readonly KeyRef[]

const ROW_BYTES = 200
/** Owners of which it is kept which of their keys was in use last. */
const KEPT = 8192

/**
 * The key in use of an owner whose keys follow one another: the last one, or the next where that is destroyed; and the keys that are
 * wanted with it. The table is asked each time, because another process may have destroyed the key meanwhile: by the statement that
 * makes the others, where the key of last time is at hand and others are to be made, otherwise before it.
 */
export const currentKeys = ({ db, issue, make, cached }: Keys) => {
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
    const key = lastOf.has(owner) ? cached(ref) : undefined
    return key && { ref, key }
  }
  return async (owner: string, wanted: Wanted): Promise<{ readonly current: NamedKey; readonly issued: FoundKeys }> => {
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
export const newestOf = (owners: readonly string[]) => sql`
  select w.owner, k.part, k.wrapped is null as "isDestroyed"
  from unnest(${owners}::text[]) as w (owner),
  lateral (
    select part, wrapped
    from data_key
    where owner = w.owner::uuid
    order by part desc
    limit 1
  ) as k`
