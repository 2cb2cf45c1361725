import { type Store, type StoreEvent, storeOf, unfinishedCopy } from '../domain/store.js'
import { decode } from '../event-store/codec.js'
import type { EventStore } from '../event-store/event-store.js'
import type { Streams } from '../event-store/streams.js'

/** The log holds a part of another one. */
export class CopyUnfinished extends Error {
  override readonly name = 'CopyUnfinished'
  constructor(of: string) {
    super(`This log is a copy of log ${of} that has not been finished: run \`palimpsest copy-log\` again.`)
  }
}

/** The store of this prefix; undefined where there is none yet. Throws CopyUnfinished. */
export const storeIn = async (store: Pick<EventStore, 'read'>, streams: Streams): Promise<Store | undefined> => {
  const happened = await storeEventsIn(store, streams)
  const unfinished = unfinishedCopy(happened)
  if (unfinished) throw new CopyUnfinished(unfinished.of)
  return storeOf(happened)
}

/** All that has happened to the store itself, in order. */
export const storeEventsIn = async (
  store: Pick<EventStore, 'read'>,
  { store: stream }: Streams,
): Promise<readonly StoreEvent[]> => {
  const happened: StoreEvent[] = []
  for await (const recorded of store.read(stream)) {
    const event = decode(recorded)
    if ('userId' in event.metadata) throw new Error(`${event.type} is no event of ${stream}`)
    happened.push(event as StoreEvent) // only those have no user
  }
  return happened
}
