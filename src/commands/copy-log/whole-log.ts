import type { EventStore, Position, Recorded } from '../../event-store/event-store.js'

/** Every event up to `end`, in log order, in batches that end where an append ends. Throws when `signal` aborts. */
export async function* wholeLog(
  store: Pick<EventStore, 'follow'>,
  end: Position | 'start',
  signal: AbortSignal,
): AsyncGenerator<readonly Recorded[]> {
  if (end === 'start') return
  const enough = new AbortController()
  for await (const batch of store.follow('start', AbortSignal.any([signal, enough.signal]))) {
    const wanted = batch.filter(({ position }) => position <= end)
    yield wanted
    if (batch.some(({ position }) => position >= end)) {
      enough.abort()
      return
    }
  }
  signal.throwIfAborted()
}

/** The batch's appends, each with its events. */
export const appendsOf = (batch: readonly Recorded[]): readonly (readonly Recorded[])[] => {
  const ends = batch.flatMap(({ metadata: { append } }, i) => (append.index === append.count - 1 ? [i + 1] : []))
  return ends.map((end, i) => batch.slice(ends[i - 1] ?? 0, end))
}
