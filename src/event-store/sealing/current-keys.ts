import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { AppendQueue } from '../append-queue.js'
import { EnvelopeUnfit } from './envelope.js'
import { type FoundKeys, type KeyRef, nameOf } from './key-ref.js'

/** A data key and its name. */
export type NamedKey = { readonly ref: KeyRef; readonly key: Uint8Array }

type Newest = KeyRef & { readonly isDestroyed: boolean }

type Keys = {
  readonly db: Database
  readonly issue: (refs: readonly KeyRef[]) => Promise<FoundKeys>
}

const ROW_BYTES = 200

/**
 * The key in use of an owner whose keys follow one another: the last one, or the next where that is destroyed. The table is asked
 * each time, in one statement for all who ask at once: another process may have destroyed it meanwhile.
 */
export const currentKeys = ({ db, issue }: Keys): ((owner: string) => Promise<NamedKey>) => {
  const queue = new AppendQueue(
    async (owners: readonly string[]) => {
      const rows = await db.reading(null).rows<Newest>(newestOf([...new Set(owners)]))
      const newest = new Map(rows.map((row) => [row.owner, row]))
      return owners.map((owner) => newest.get(owner))
    },
    () => false,
  )
  return async (owner) => {
    for (;;) {
      const last = await queue.append(owner, ROW_BYTES)
      const ref = { owner, part: last === undefined ? 0 : last.part + (last.isDestroyed ? 1 : 0) }
      const key = (await issue([ref])).get(nameOf(ref))
      if (key === undefined || key === 'unfit')
        throw new EnvelopeUnfit("the key of a user's names does not fit the store's secret key")
      if (key !== 'destroyed') return { ref, key }
    }
  }
}

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
