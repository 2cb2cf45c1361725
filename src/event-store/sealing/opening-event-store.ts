import type { EventStore, Recorded } from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { keysOfLooked, lookInto, openLooked } from './open-events.js'

/** The same log, which is only read: open, as far as there are keys. */
export const openingEventStore = (store: EventStore, keys: Pick<DataKeys, 'find'>): EventStore => ({
  ...store,
  read: (stream, from) => inChunks(store.read(stream, from), (chunk) => openAll(chunk, keys)),
  async *follow(after, signal) {
    for await (const batch of store.follow(after, signal)) yield await openAll(batch, keys)
  },
})

/** The events as they were before they were sealed; their keys are fetched at once. */
const openAll = async (events: readonly Recorded[], keys: Pick<DataKeys, 'find'>): Promise<readonly Recorded[]> => {
  const looked = events.map(lookInto)
  const found = await keys.find(keysOfLooked(looked))
  return looked.map((one) => openLooked(one, found))
}

/** Most events that are opened at once. */
const CHUNK = 256

/** Few at first, as many readers want the next event alone; then more, so that keys are asked for seldom. */
async function* inChunks(
  events: AsyncIterable<Recorded>,
  open: (events: readonly Recorded[]) => Promise<readonly Recorded[]>,
): AsyncGenerator<Recorded> {
  let size = 1
  let chunk: Recorded[] = []
  for await (const event of events) {
    chunk.push(event)
    if (chunk.length < size) continue
    yield* await open(chunk)
    chunk = []
    size = Math.min(size * 2, CHUNK)
  }
  yield* await open(chunk)
}
