import { perSecond } from '../../concurrency/per-second.js'
import type { EventStore, Streams } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'

/** A store opened for replay: its log and, for a check, its read models. Nothing is ever written. */
export type Replayed = {
  readonly store: Pick<EventStore, 'read' | 'follow' | 'end' | 'head' | 'checkpoints'>
  /** The same log with its events as they are kept, which is what checkpoints are signed over. */
  readonly raw: Pick<EventStore, 'read' | 'follow' | 'end' | 'checkpoints'>
  readonly streams: Streams
  /** Runs a function on the live read models, which are not dropped meanwhile; undefined where there are none. */
  readonly reading: <T>(work: (db: Database) => Promise<T>) => Promise<T | undefined>
  /** Finds the first position without an event of any log; null where positions may have gaps. */
  readonly missingPosition: ((signal: AbortSignal) => Promise<bigint | undefined>) | null
  /** The progress through a range of the log. */
  readonly silenceMs?: number | undefined
}

export type Progress = {
  readonly phase: 'reading' | 'digesting' | 'comparing'
  /** Events read or digested, or users compared. */
  readonly done: number
  readonly total: number | undefined
  readonly perSecond: number
}
export type Watch = { readonly report: (progress: Progress) => void; readonly signal: AbortSignal }

/** The log does not contain what was asked for. */
export class NotInLog extends Error {
  override readonly name = 'NotInLog'
}

/** There is no log. */
export class NothingToReplay extends Error {
  override readonly name = 'NothingToReplay'
  constructor(what: string) {
    super(
      `There is nothing to replay: ${what}. \`palimpsest serve\` makes a store; --data-dir or --database-url names another.`,
    )
  }
}

const EVERY = 200

/** Counts progress and reports it periodically, with the average rate. */
export const progressCounter = ({ report }: Watch, phase: Progress['phase'], total?: number): (() => number) => {
  const began = performance.now()
  let done = 0
  return () => {
    done++
    if (done % EVERY === 0) report({ phase, done, total, perSecond: perSecond(done, began) })
    return done
  }
}
