import type { Progress, Watch } from '../../concurrency/operation.js'
import type { EventStore, Recorded, Streams } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'

/** A store opened for replay: its log and, for a check, its read models. Nothing is ever written. */
export type Replayed = {
  readonly store: Pick<EventStore, 'read' | 'follow' | 'end' | 'head' | 'checkpoints'>
  /** The same log with its events as they are kept, which is what checkpoints are signed over. */
  readonly raw: Pick<EventStore, 'read' | 'follow' | 'end' | 'checkpoints'>
  /** The same log, in which nothing can be read that these events erase. */
  readonly withoutErased: (events: AsyncIterable<Recorded>) => Promise<Replayed['store']>
  readonly streams: Streams
  /** Runs a function on the live read models, which are not dropped meanwhile; undefined where there are none. */
  readonly reading: <T>(work: (db: Database) => Promise<T>) => Promise<T | undefined>
  /** Finds the first position without an event of any log; null where positions may have gaps. */
  readonly missingPosition: ((signal: AbortSignal) => Promise<bigint | undefined>) | null
  /** After how long without an event the log is taken to hold no more. */
  readonly silenceMs?: number | undefined
}

export const READING = { phase: 'Reading the log', unit: 'events' } as const

const EVERY = 200

/** Counts what is done, and tells of it now and then. */
export const counting = ({ report }: Watch, of: Omit<Progress, 'done'>): (() => number) => {
  let done = 0
  return () => {
    done++
    if (done % EVERY === 0) report({ ...of, done })
    return done
  }
}
