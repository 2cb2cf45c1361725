import type { EventStore, Position } from '../../event-store/event-store.js'
import type { Databases } from '../../postgres/database.js'
import { pieces } from './log-pieces.js'

/**
 * How long a batch may take: the embedded database has one connection, which it holds. Where nobody else uses it, a batch
 * may be as long as one may wait for the process to end: larger ones are quicker.
 */
export const batchMs = (kind: Databases['kind'], gently: boolean): number => {
  if (kind === 'postgres') return Number.POSITIVE_INFINITY
  return gently ? 15 : 200
}

/** A log whose follower can be held back at a position, and which keeps count of what it has handed out. */
export type GatedLog = {
  readonly store: EventStore
  /** Events handed out so far. */
  readonly handedOut: () => number
  /** Nothing more is handed out; answers with the last position that was. */
  readonly shut: () => Position
  /** Hands out what there is up to this position, and nothing behind it. */
  readonly openTo: (position: Position) => void
  readonly open: () => void
}

/**
 * A follower of it applies pieces that take about `pieceMs` each, and lets others have their turn in between: the
 * embedded database has one connection. An append is never cut.
 */
export const gatedLog = (store: EventStore, pieceMs: number): GatedLog => {
  let ceiling: Position | undefined
  let last: Position = 0n
  let count = 0
  let moved: () => void = () => {}
  const openTo = (position: Position | undefined) => {
    ceiling = position
    moved()
  }
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      moved = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
  const follow: EventStore['follow'] = async function* (after, signal) {
    for await (const piece of pieces(store.follow(after, signal), pieceMs)) {
      let rest = piece
      do {
        const now = rest.filter(({ position }) => ceiling === undefined || position <= ceiling)
        last = now.at(-1)?.position ?? last
        count += now.length
        if (now.length > 0 || rest.length === 0) yield now
        else await turn(signal)
        if (signal.aborted) return
        rest = rest.slice(now.length)
      } while (rest.length > 0)
    }
  }
  return {
    store: { ...store, follow },
    handedOut: () => count,
    shut: () => {
      openTo(last)
      return last
    },
    openTo,
    open: () => openTo(undefined),
  }
}
