import { type NoteFault, repeatedFault } from '../concurrency/repeated-fault.js'
import type { Config } from '../config/config.js'
import type { EventStoreAddress } from '../config/event-store-address.js'
import type { EventStore } from '../event-store/event-store.js'
import { APPENDED, createPostgresEventStore } from '../event-store/postgres-event-store.js'
import { roomToSeal } from '../event-store/sealing/seal-events.js'
import { createWakeup } from '../event-store/wakeup.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import { isUnavailable } from '../postgres/faults.js'

/** The limits of what commands append: an append may be as large as the settings say when it is sealed. */
export const limitsOf = (config: Config): Config => ({ ...config, maxAppendBytes: roomToSeal(config.maxAppendBytes) })

type Opening = { readonly databases: Databases; readonly logger?: Logger }

/** The log that the settings name: an EventStoreDB, or the event table in the database of the read models. Throws CertificateUnreadable. */
export const openLog = async (config: Config, { databases, logger }: Opening): Promise<EventStore> => {
  const { eventStore: address } = config
  if (address === undefined) return openTable(config, databases)
  return openEventStoreDb({ ...config, eventStore: address }, { page: pageOf(databases), logger })
}

/** Does a piece of work on the log that the settings name, and closes it. */
export const withLog = async <T>(
  config: Config,
  opening: Opening,
  work: (store: EventStore) => Promise<T>,
): Promise<T> => closing(await openLog(config, opening), work)

/** Works with what is open, and closes it. */
export const closing = async <Opened extends { readonly close: () => Promise<void> }, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

type Addressed = Config & { readonly eventStore: EventStoreAddress }
type Following = { readonly page: number; readonly logger?: Logger | undefined }

/** The log in an EventStoreDB, which needs no database. Throws CertificateUnreadable. */
export const openEventStoreDb = async (config: Addressed, { page, logger }: Following): Promise<EventStore> => {
  const { eventStore: address, eventStorePrefix: prefix, maxAppendBytes } = config
  const lost: NoteFault = logger ? repeatedFault(logger, 'the subscription to the log is made anew') : () => {}
  // Loaded only when asked for: the client takes a fifth of a second.
  const { createEventStoreDbEventStore } = await import('../event-store/eventstoredb/event-store.js')
  return createEventStoreDbEventStore({ address, prefix, maxAppendBytes, page, lost })
}

/** A page of the embedded log is small, so that a batch does not hold its one connection for long. */
const pageOf = ({ kind }: Databases): number => (kind === 'pglite' ? 100 : 1000)

const openTable = async ({ eventStorePrefix: prefix, maxAppendBytes }: Config, databases: Databases) => {
  const wakeup = await createWakeup((heard) => databases.listen(APPENDED, heard))
  const page = pageOf(databases)
  return createPostgresEventStore({ db: databases.within('log'), prefix, wakeup, isUnavailable, maxAppendBytes, page })
}
