import { join } from 'node:path'
import type { Limits } from '../../src/event-store/append-queue.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import { APPENDED, createPostgresEventStore } from '../../src/event-store/postgres-event-store.js'
import { createWakeup } from '../../src/event-store/wakeup.js'
import type { Databases } from '../../src/postgres/database.js'
import { isUnavailable } from '../../src/postgres/faults.js'
import { migrate } from '../../src/postgres/migrate.js'
import { openedLog } from './opened-log.js'
import { PREFIX } from './prefix.js'

export const migrations = (kind: string) => join(import.meta.dirname, '../../migrations', kind)

/** An empty log in a fresh database. */
export const openLog = async (
  databases: Databases,
  options: { page?: number; limits?: Limits; maxAppendBytes?: number } = {},
) => {
  await migrate(databases, migrations('log'), 'log')
  return createPostgresEventStore({
    db: databases.within('log'),
    prefix: PREFIX,
    wakeup: await createWakeup(),
    isUnavailable,
    maxAppendBytes: options.maxAppendBytes ?? 1 << 20,
    page: options.page ?? 100,
    ...(options.limits ? { limits: options.limits } : {}),
  })
}

/**
 * The log that a service writes, under the prefix of its settings, open as the service reads it; a service is told of what
 * is appended to it.
 */
export const serviceLog = async (databases: Databases, prefix = 'palimpsest'): Promise<EventStore> =>
  openedLog(await storedLog(databases, prefix), databases)

/** The same as it is stored: what is sealed is not opened. */
export const storedLog = async (databases: Databases, prefix = 'palimpsest'): Promise<EventStore> => {
  const store = createPostgresEventStore({
    db: databases.within('log'),
    prefix,
    wakeup: await createWakeup(),
    isUnavailable,
    maxAppendBytes: 1 << 20,
    page: 100,
  })
  const append: EventStore['append'] = async (...command) => {
    const appended = await store.append(...command)
    await databases.notify(APPENDED, 'a test').catch(() => {})
    return appended
  }
  return { ...store, append }
}
