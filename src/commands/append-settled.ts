import {
  type Appended,
  type EventStore,
  EventStoreUnavailable,
  type Expected,
  type StoredEvent,
  type StreamName,
} from '../event-store/event-store.js'

/** One append as it goes to the log. */
export type Append = {
  readonly stream: StreamName
  readonly expected: Expected
  readonly events: readonly StoredEvent[]
}

/**
 * Appends. A lost connection leaves open whether the append happened: the identical one, with the same ids, settles it.
 * Throws what the second one throws.
 */
export const appendSettled = async (
  store: Pick<EventStore, 'append'>,
  { stream, expected, events }: Append,
): Promise<Appended> => {
  try {
    return await store.append(stream, expected, events)
  } catch (error) {
    if (!(error instanceof EventStoreUnavailable)) throw error
    return store.append(stream, expected, events)
  }
}
