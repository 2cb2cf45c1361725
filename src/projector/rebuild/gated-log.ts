import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { deferred } from '../../concurrency/deferred.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import type { EventStore, Position, Recorded } from '../../event-store/event-store.js'
import type { Databases } from '../../postgres/database.js'
import type { FollowedLog } from '../followed.js'

const LARGEST = 1000
/** Least events of a piece, which is also the wait for the one connection. Smaller ones would not keep up. */
const LEAST = 32

/** The same events in pieces that take about `pieceMs` each to apply; the event loop runs between them. */
async function* pieces(
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
      size = adapted(size, pieceMs / (performance.now() - began), { least: LEAST, most: LARGEST })
      rest = rest.slice(piece.length)
      await yieldToEventLoop()
    }
  }
}

/** The first appends that hold about `size` events, at least one. */
const wholeAppends = (events: readonly Recorded[], size: number): readonly Recorded[] => {
  const isEnd = ({ metadata: { append } }: Recorded) => append.index === append.count - 1
  const within = events.slice(0, size).findLastIndex(isEnd)
  return events.slice(0, (within >= 0 ? within : events.findIndex(isEnd)) + 1)
}

/** Towards the size that takes the wanted time: `ratio` times as long as this one. Never more than twice or less than half of it. */
export const adapted = (
  size: number,
  ratio: number,
  { least, most }: { readonly least: number; readonly most: number },
): number => Math.max(least, Math.min(most, Math.round(size * Math.max(0.5, Math.min(2, ratio)))))

/** Longest batch, in ms: embedded, it holds the one connection. Alone there, as long as a process may take to end. */
export const batchMs = (kind: Databases['kind'], sharesConnection: boolean): number => {
  if (kind === 'postgres') return Number.POSITIVE_INFINITY
  return sharesConnection ? 15 : 200
}

export type GatedLog = ReturnType<typeof gatedLog>

/**
 * A log whose follower can be held back at a position, and which keeps count of what it has handed out. The follower applies
 * pieces that take about `pieceMs` each, and lets others have their turn in between: the embedded database has one connection.
 * An append is never cut.
 */
export const gatedLog = (store: FollowedLog, pieceMs: number) => {
  let ceiling: Position | undefined
  let last: Position = 0n
  let count = 0
  let moved = deferred()
  const openTo = (position: Position | undefined) => {
    ceiling = position
    moved.settle()
    moved = deferred()
  }
  const follow: EventStore['follow'] = async function* (after, signal) {
    for await (const piece of pieces(store.follow(after, signal), pieceMs)) {
      let rest = piece
      do {
        const now = rest.filter(({ position }) => ceiling === undefined || position <= ceiling)
        last = now.at(-1)?.position ?? last
        count += now.length
        if (now.length > 0 || rest.length === 0) yield now
        else await unlessAborted(moved.done, signal).catch(() => {})
        if (signal.aborted) return
        rest = rest.slice(now.length)
      } while (rest.length > 0)
    }
  }
  return {
    store: { ...store, follow },
    /** Events handed out so far. */
    handedOut: () => count,
    /** Nothing more is handed out; answers with the last position that was. */
    shut: () => {
      openTo(last)
      return last
    },
    /** Hands out what there is up to this position, and nothing behind it. */
    openTo,
    open: () => openTo(undefined),
  }
}
