import { secretsOf } from '../../src/commands/master-key.js'
import { readStore } from '../../src/commands/open-store.js'
import {
  type EventStore,
  type Recorded,
  type Streams,
  storeStreamsOf,
  streamsOf,
} from '../../src/event-store/event-store.js'
import { createDataKeys, type DataKeys } from '../../src/event-store/sealing/data-keys.js'
import { keysIn, openEvent } from '../../src/event-store/sealing/open-events.js'
import { sealingEventStore } from '../../src/event-store/sealing/sealing-event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { isUnavailable } from '../../src/postgres/faults.js'
import { masterKeyFile, masterKeyTable } from '../../src/postgres/master-key.js'
import { plainStreams } from './prefix.js'

/**
 * A log as a service on these databases has it. Its keys are looked for when the first of them is needed; before a service
 * has made a secret key there are none, and events are appended as they are.
 */
export const openedLog = (store: EventStore, databases: Databases): EventStore => {
  const opened = async (): Promise<EventStore> => {
    const keys = await keysOf(databases)
    return keys === undefined ? store : sealingEventStore(store, { keys, isUnavailable })
  }
  return {
    ...store,
    append: async (...append) => (await opened()).append(...append),
    async *read(...from) {
      yield* (await opened()).read(...from)
    },
    async *follow(...after) {
      yield* (await opened()).follow(...after)
    },
  }
}

/** The names of the streams of a log, as a service on these databases names them. */
export const streamsIn = async (store: EventStore, databases: Databases, prefix = 'palimpsest'): Promise<Streams> => {
  const state = await readStore(store, storeStreamsOf(prefix))
  const key = await masterKeyOf(databases)
  if (key === undefined) return plainStreams(prefix)
  return streamsOf(prefix, secretsOf(key, state?.keyMark?.carried).hashes.user)
}

/** Stored events as they were before they were sealed. */
export const openedEvents = async <Event extends Recorded>(
  databases: Databases,
  events: readonly Event[],
): Promise<readonly Event[]> => {
  const wanted = keysIn(events)
  const keys = wanted.length === 0 ? undefined : await keysOf(databases)
  const found = await keys?.find(wanted)
  return found === undefined ? events : events.map((event) => ({ ...event, ...openEvent(event, found) }))
}

const masterKeyOf = (databases: Databases): Promise<Uint8Array | undefined> => {
  const { directory } = databases
  const place = directory === undefined ? masterKeyTable(databases) : masterKeyFile(directory)
  // Before a service was started there is not even the table.
  return place.read().catch(() => undefined)
}

export const keysOf = async (databases: Databases): Promise<DataKeys | undefined> => {
  const key = await masterKeyOf(databases)
  if (key === undefined) return undefined
  return createDataKeys({
    db: databases.within('generations'),
    ...secretsOf(key),
    prefix: 'palimpsest',
    besideLog: false,
  })
}
