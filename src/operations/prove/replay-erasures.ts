import type { Watch } from '../../concurrency/operation.js'
import type { EventStore } from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import type { DataKeys } from '../../event-store/sealing/data-keys.js'
import { destroyErased } from '../../event-store/sealing/erased-users.js'
import { destroyedBy } from '../../event-store/sealing/erasures.js'
import { countKeys } from '../../event-store/sealing/every-key.js'
import type { Database } from '../../postgres/database.js'

type Replaying = {
  /** As it is kept. */
  readonly raw: Pick<EventStore, 'read' | 'follow' | 'end' | 'checkpoints'>
  /** A handle on the schema of the keys. */
  readonly db: Database
  readonly keys: Pick<DataKeys, 'destroy'>
}

export type ReplayedErasures = { readonly events: number; readonly erasing: number; readonly destroyed: number }

/** Destroys every key that the log has erased and that is there: the table of keys may be older than the log. */
export const replayErasures = async (
  { raw, db, keys }: Replaying,
  { report, signal }: Watch,
): Promise<ReplayedErasures> => {
  const before = await countKeys(db)
  let [events, erasing] = [0, 0]
  for await (const batch of batchesOf(raw, { end: await raw.end(), signal })) {
    await destroyErased(raw, keys, batch)
    erasing += batch.filter((event) => event.type === 'UserErased' || destroyedBy([event]) !== undefined).length
    events += batch.length
    report({ phase: 'Searching', done: events, unit: 'events of the log' })
  }
  return { events, erasing, destroyed: before - (await countKeys(db)) }
}
