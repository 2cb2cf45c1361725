import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { KeyPlace } from '../commands/master-key.js'
import { OperationRefused, type Watch } from '../concurrency/operation.js'
import type { Config } from '../config/config.js'
import { type EventStore, storeStreamsOf } from '../event-store/event-store.js'
import { carryKeys } from '../event-store/sealing/every-key.js'
import { copyLog } from '../operations/copy-log/copy-log.js'
import type { CopyResult } from '../operations/copy-log/copy-report.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { masterKeyFile } from '../postgres/master-key.js'
import { closing, openEventStoreDb, withLog } from './open-log.js'
import { isPrepared, keyPlaceOf, openDatabases, prepareDatabases, schemasIn } from './open-store.js'

/**
 * Copies the log that the one settings name into the one that the others name, which is made where there is none.
 * @throws OperationRefused
 */
export const copyStore = async (from: Config, to: Config, watch: Watch): Promise<CopyResult> => {
  const result = await onLog(from, 'read', (source) =>
    onLog(to, 'write', (target) =>
      copyLog({
        ...watch,
        from: source,
        to: target,
        streams: storeStreamsOf(from.eventStorePrefix),
        now: () => new Date().toISOString(),
        newId: randomUUID,
      }),
    ),
  )
  await carryMasterKey(from, to)
  await carryDataKeys(from, to)
  return result
}

type Mode = 'read' | 'write'

const onLog = async <T>(config: Config, mode: Mode, work: (log: EventStore) => Promise<T>): Promise<T> => {
  const { eventStore } = config
  if (eventStore !== undefined) return closing(await openEventStoreDb({ ...config, eventStore }, { page: PAGE }), work)
  return closing(await openDatabases(config), async (databases) => {
    if (mode === 'write') await prepareDatabases(config, databases)
    else if (!(await isPrepared(config, databases)))
      throw new OperationRefused('There is no store to copy in that database.')
    return withLog(config, { databases }, work)
  })
}

/** Events in one batch of a log that is read from beginning to end. */
const PAGE = 1000

/** Gives a copied store the source's secret key, unless settings name it. Throws OperationRefused if it has another. */
const carryMasterKey = async (from: Config, to: Config): Promise<void> => {
  if (to.masterKey !== undefined) return
  const key = from.masterKey ?? (await atPlace(from, 'read', (place) => place.read()))
  if (key === undefined) return
  const kept = await atPlace(to, 'write', async (place) => {
    await place.keep(key)
    return place.read()
  })
  if (kept === undefined || !Buffer.from(kept).equals(key))
    throw new OperationRefused('The new store has a secret key already, and it is another one.')
}

/** Works where a store's secret key is kept. An embedded database is not opened for it: its directory may not hold one yet. */
const atPlace = async <T>(
  config: Config,
  mode: 'read' | 'write',
  work: (place: KeyPlace) => Promise<T>,
): Promise<T | undefined> => {
  if (config.databaseUrl === undefined) {
    if (mode === 'write') await mkdir(config.dataDir, { recursive: true })
    return work(masterKeyFile(config.dataDir))
  }
  return closing(await openDatabases(config), async (databases) => {
    if (mode === 'write') await prepareDatabases(config, databases)
    // No service has been started on that database.
    else if (!(await schemasIn(config, databases)).generations) return undefined
    return work(keyPlaceOf(databases))
  })
}

/** Nothing that is sealed could be read in a copy without its keys, unless both logs have them in one database. */
const carryDataKeys = async (from: Config, to: Config): Promise<void> => {
  const isSameDatabase = (from.databaseUrl ?? from.dataDir) === (to.databaseUrl ?? to.dataDir)
  if (isSameDatabase || (from.databaseUrl === undefined && !hasCluster(from.dataDir))) return
  await closing(await openDatabases(from), async (source) => {
    if (!(await schemasIn(from, source)).generations) return
    await closing(await openDatabases(to), async (target) => {
      await prepareDatabases(to, target)
      await carryKeys(source.within('generations'), target.within('generations'))
    })
  })
}
