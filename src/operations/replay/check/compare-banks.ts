import type { StreamName } from '../../../event-store/event-store.js'
import type { Database } from '../../../postgres/database.js'
import type { Replayed } from '../replayed.js'
import type { Mismatch } from './check-report.js'
import type { Reached } from './check-streams.js'
import { beyondLog } from './compare-user.js'
import { readBanks, readStranger } from './read-progress.js'

/**
 * Whether the read models stand where they have to: at no revision that the log does not have, at each that they have
 * passed, and with no row of anybody else.
 */
export const compareBanks = async (
  { store }: Pick<Replayed, 'store'>,
  db: Database,
  { reached, parked }: { readonly reached: ReadonlyMap<StreamName, Reached>; readonly parked: ReadonlySet<StreamName> },
): Promise<Mismatch | undefined> => {
  const passed = new Set<StreamName>()
  for await (const { user_id, stream, revision } of readBanks(db)) {
    const known = reached.get(stream)
    passed.add(stream)
    if (revision > (known?.revision ?? -1n)) {
      const { revision: actual } = await store.head(stream)
      const log = actual === 'no-stream' ? -1n : actual
      if (revision > log) return beyondLog(user_id, stream, { log, readModels: revision })
    }
    if (known && revision < known.shown && !parked.has(stream))
      return behind(user_id, stream, { log: known.shown, readModels: `${revision}` })
  }
  for (const [stream, { shown }] of reached)
    if (shown >= 0n && !passed.has(stream) && !parked.has(stream))
      return behind('', stream, { log: shown, readModels: 'no such row' })
  const stranger = await readStranger(db)
  return stranger && strange(stranger)
}

const behind = (
  user: string,
  stream: StreamName,
  { log, readModels }: { log: bigint; readModels: string },
): Mismatch => ({
  ...{
    in: 'read models',
    table: 'bank',
    key: user === '' ? { stream } : { user_id: user, stream },
    column: 'revision',
  },
  log: `${log} or more, for its position has been passed`,
  readModels,
})

const strange = ({
  user,
  table,
  id,
}: {
  readonly user: string
  readonly table: string
  readonly id: string
}): Mismatch => ({
  ...{ in: 'read models', table, key: { user_id: user, id }, column: null },
  log: 'no such row',
  readModels: 'a row',
})
