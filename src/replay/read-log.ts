import type { EventStore, Position, Recorded } from '../event-store/event-store.js'
import { gently } from './gently.js'

/** After this event the log holds something that is no whole append, and a follower would wait for its rest for ever. */
export class UnfinishedAppend extends Error {
  override readonly name = 'UnfinishedAppend'
  readonly after: Position | 'start'
  constructor(after: Position | 'start', end: Position) {
    super(
      `The log ends at position ${end} in the middle of an append: whole appends end at ${after}. \`palimpsest replay check\` tells more.`,
    )
    this.after = after
  }
}

export type Stretch = {
  readonly after?: Position
  /** The last event that is wanted, or the last of all. */
  readonly end: Position | 'start'
  readonly signal: AbortSignal
}

/** Every event of the log up to the end of the stretch, in log order. Throws UnfinishedAppend. */
export const readLog = (store: Pick<EventStore, 'follow'>, stretch: Stretch): AsyncGenerator<Recorded> =>
  gently(eventsOf(store, stretch), stretch.signal)

/** A whole append that is there arrives far sooner. */
const SILENCE_MS = 10_000

async function* eventsOf(store: Pick<EventStore, 'follow'>, { after, end, signal }: Stretch): AsyncGenerator<Recorded> {
  let position = after ?? ('start' as const)
  const reached = () => end === 'start' || (position !== 'start' && position >= end)
  const over = new AbortController()
  const batches = store.follow(position, AbortSignal.any([signal, over.signal]))[Symbol.asyncIterator]()
  try {
    while (!reached()) {
      const silence = setTimeout(() => over.abort(), SILENCE_MS)
      const { value: batch, done } = await batches.next().finally(() => clearTimeout(silence))
      signal.throwIfAborted()
      if (done || batch === undefined) {
        if (end !== 'start') throw new UnfinishedAppend(position, end)
        return
      }
      for (const event of batch) {
        if (reached()) return
        position = event.position
        if (end !== 'start' && position > end) return
        yield event
      }
    }
  } finally {
    over.abort()
    await batches.return?.()
  }
}
