import type { EventStore, Recorded } from '../../event-store/event-store.js'
import { batchesOf, type Stretch } from '../../event-store/log-range.js'
import { gently } from './yielding.js'

type Log = Pick<EventStore, 'follow' | 'end' | 'checkpoints'>

/** Every event of the log up to the end of the stretch, in log order. Throws UnfinishedAppend. */
export const readLog = (store: Log, stretch: Stretch): AsyncGenerator<Recorded> =>
  gently(eventsOf(store, stretch), stretch.signal)

async function* eventsOf(store: Log, stretch: Stretch): AsyncGenerator<Recorded> {
  for await (const batch of batchesOf(store, stretch)) yield* batch
}
