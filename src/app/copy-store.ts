import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.js'
import { type EventStore, streamsOf } from '../event-store/event-store.js'
import { copyLog } from '../operations/copy-log/copy-log.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import type { CopyResult, CopyWatch } from '../operations/copy-log/copy-report.js'
import { unchanged } from '../operations/copy-log/passage.js'
import { carryDataKeys, carryMasterKey } from './copied-keys.js'
import { isPrepared } from './inspect-store.js'
import { closing, openEventStoreDb, withLog } from './open-log.js'
import { openDatabases, prepareDatabases } from './open-store.js'

/**
 * Copies the log that the one settings name into the one that the others name, which is made where there is none.
 * @throws CopyRefused, CopyDiffers, CopyUnfinished
 */
export const copyStore = async (from: Config, to: Config, watch: CopyWatch): Promise<CopyResult> => {
  const result = await onLog(from, 'read', (source) =>
    onLog(to, 'write', (target) =>
      copyLog({
        ...watch,
        from: source,
        to: target,
        passage: unchanged,
        streams: streamsOf(from.eventStorePrefix),
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
  const databases = await openDatabases(config)
  try {
    if (mode === 'write') await prepareDatabases(config, databases)
    else if (!(await isPrepared(config, databases)))
      throw new CopyRefused('There is no store to copy in that database.')
    return await withLog(config, { databases }, work)
  } finally {
    await databases.close()
  }
}

/** Events in one batch of a log that is read from beginning to end. */
const PAGE = 1000
