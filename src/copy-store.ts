import { randomUUID } from 'node:crypto'
import { copyLog } from './commands/copy-log/copy-log.js'
import { CopyRefused } from './commands/copy-log/copy-markers.js'
import type { CopyResult, CopyWatch } from './commands/copy-log/copy-report.js'
import type { Config } from './config.js'
import type { EventStore } from './event-store/event-store.js'
import { streamsOf } from './event-store/streams.js'
import { isPrepared } from './look-at-store.js'
import { openDatabases, openLog, prepareDatabases } from './projected-store.js'

/**
 * Copies the log that the one settings name into the one that the others name, which is made where there is none.
 * @throws CopyRefused, CopyDiffers, CopyUnfinished
 */
export const copyStore = async (from: Config, to: Config, watch: CopyWatch): Promise<CopyResult> =>
  onLog(from, 'read', (source) =>
    onLog(to, 'write', (target) =>
      copyLog({
        ...watch,
        from: source,
        to: target,
        streams: streamsOf(from.eventStorePrefix),
        now: () => new Date().toISOString(),
        newId: randomUUID,
      }),
    ),
  )

const onLog = async <T>(config: Config, mode: 'read' | 'write', work: (log: EventStore) => Promise<T>): Promise<T> => {
  const databases = await openDatabases(config)
  try {
    if (mode === 'write') await prepareDatabases(databases)
    else if (!(await isPrepared(databases))) throw new CopyRefused('There is no store to copy in that database.')
    const store = await openLog(config, databases)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  } finally {
    await databases.close()
  }
}
