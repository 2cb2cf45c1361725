import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import type { EventStore } from '../../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { type EventStoreDouble, startEventStoreDouble, type Wanted } from './server.js'

export type FaultyLog = {
  readonly double: EventStoreDouble
  readonly store: EventStore
  /** Why subscriptions had to be made anew. */
  readonly lost: unknown[]
  readonly close: () => Promise<void>
}

type Options = {
  readonly wanted?: Wanted
  readonly stallMs?: number
  /** How long a call may take. */
  readonly callMs?: number
  readonly url?: (double: EventStoreDouble) => string
}

/** A log in a double, with little patience: calls may take 1.5 s where nothing else is said. */
export const openFaultyLog = async ({
  wanted = {},
  stallMs = 5000,
  callMs = 1500,
  url,
}: Options = {}): Promise<FaultyLog> => {
  const double = await startEventStoreDouble(wanted)
  const lost: unknown[] = []
  const address = eventStoreAddress(url?.(double) ?? `${double.url}&defaultDeadline=${callMs}`)
  const store = createEventStoreDbEventStore({
    ...{ address, prefix: 'test', maxAppendBytes: 1 << 20, page: 50, stallMs },
    lost: (error) => void lost.push(error),
  })
  const close = async () => {
    await store.close()
    await double.close()
  }
  return { double, store, lost, close }
}
