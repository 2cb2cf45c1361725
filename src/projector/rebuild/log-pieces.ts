import { setImmediate as breath } from 'node:timers/promises'
import type { Recorded } from '../../event-store/event-store.js'

const LARGEST = 1000
/**
 * Events of a piece at least, appends permitting. The time that a piece takes is also the wait for a turn at the one
 * connection: where many others work, smaller pieces would not even keep up with what those others write.
 */
const LEAST = 32

/** The same events in pieces that take whoever applies them about `pieceMs` each, with a breath between them. */
export async function* pieces(
  batches: AsyncIterable<readonly Recorded[]>,
  pieceMs: number,
): AsyncGenerator<readonly Recorded[]> {
  let size = Number.isFinite(pieceMs) ? LEAST : LARGEST
  for await (const batch of batches) {
    if (batch.length === 0) yield batch
    for (let rest = batch; rest.length > 0; ) {
      const piece = wholeAppends(rest, size)
      const began = performance.now()
      yield piece
      size = adapted(size, pieceMs / (performance.now() - began))
      rest = rest.slice(piece.length)
      await breath()
    }
  }
}

/** The first appends that hold about `size` events, at least one. */
const wholeAppends = (events: readonly Recorded[], size: number): readonly Recorded[] => {
  const isEnd = ({ metadata: { append } }: Recorded) => append.index === append.count - 1
  const within = events.slice(0, size).findLastIndex(isEnd)
  return events.slice(0, (within >= 0 ? within : events.findIndex(isEnd)) + 1)
}

/** Towards what takes the wanted time, never more than twice or less than half at once. */
const adapted = (size: number, ratio: number): number =>
  Math.max(LEAST, Math.min(LARGEST, Math.round(size * Math.max(0.5, Math.min(2, ratio)))))
