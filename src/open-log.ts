import type { Config } from './config.js'
import type { EventStore } from './event-store/event-store.js'
import { createEventStoreDbEventStore } from './event-store/eventstoredb/event-store.js'
import { createPostgresEventStore } from './event-store/postgres-event-store.js'
import { createWakeup } from './event-store/wakeup.js'
import type { Logger } from './logger.js'
import type { Databases } from './postgres/database.js'
import { isUnavailable } from './postgres/faults.js'

type Opening = { readonly databases: Databases; readonly logger?: Logger }

/** The log that the settings name: an EventStoreDB, or the event table beside the read models. Throws CertificateUnreadable. */
export const openLog = async (config: Config, { databases, logger }: Opening): Promise<EventStore> => {
  const { eventStorePrefix: prefix, maxAppendBytes, eventStore: address } = config
  if (address === undefined) return openTable(config, databases)
  const lost = (err: unknown) => logger?.warn({ err }, 'the subscription to the log is made anew')
  return createEventStoreDbEventStore({ address, prefix, maxAppendBytes, page: pageOf(databases), lost })
}

/** A page of the embedded log is small, so that a batch does not hold its one connection for long. */
const pageOf = ({ kind }: Databases): number => (kind === 'pglite' ? 100 : 1000)

const openTable = async ({ eventStorePrefix: prefix, maxAppendBytes }: Config, databases: Databases) => {
  const wakeup = await createWakeup({
    notify: (position) => void databases.notify('palimpsest_log', `${position}`).catch(() => {}),
    listen: (heard) => databases.listen('palimpsest_log', heard),
  })
  const page = pageOf(databases)
  return createPostgresEventStore({ db: databases.within('log'), prefix, wakeup, isUnavailable, maxAppendBytes, page })
}
