import type { EventStore } from '../../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { eventStoreAddress } from '../../../src/setting-eventstore.js'
import type { EventStoreDouble } from './server.js'

/** The log that a service writes into a double. */
export const serviceLogIn = ({ url }: EventStoreDouble): EventStore =>
  createEventStoreDbEventStore({
    address: eventStoreAddress(url),
    prefix: 'palimpsest',
    maxAppendBytes: 1 << 20,
    page: 100,
    lost: () => {},
  })

/** How many events of a type the log holds. */
export const countIn = ({ log }: EventStoreDouble, type: string): number =>
  log.all.filter((event) => event.type === type).length
