import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import type { EventStore } from '../../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import type { EventStoreDouble } from './server.js'

/** The log that a service writes into a server, under the prefix of its settings. */
export const serviceLogIn = ({ url }: { readonly url: string }, prefix = 'palimpsest'): EventStore =>
  createEventStoreDbEventStore({
    address: eventStoreAddress(url),
    prefix,
    maxAppendBytes: 1 << 20,
    page: 100,
    lost: () => {},
  })

/** How many events of a type a double holds. */
export const countIn = ({ log }: EventStoreDouble, type: string): number =>
  log.all.filter((event) => event.type === type).length
