import { createHash } from 'node:crypto'
import { perSecond } from '../../concurrency/per-second.js'
import type { Recorded, StreamName } from '../../event-store/event-store.js'

export type CopyProgress = {
  readonly phase: 'copying' | 'verifying'
  readonly done: number
  /** Known once the log has been read through. */
  readonly total: number | undefined
  readonly perSecond: number
}

export type CopyResult = {
  readonly events: number
  readonly streams: number
  /** SHA-256 over the events of every stream; equal in both logs. */
  readonly hash: string
  /** The events written by this run; the others were there before. */
  readonly written: number
  /** Whether the source log has grown meanwhile; another run copies the rest. */
  readonly grown: boolean
  readonly seconds: number
}

export type CopyWatch = {
  readonly report: (progress: CopyProgress) => void
  /** When it aborts, what has been copied stays, and the next run continues there. */
  readonly signal: AbortSignal
}

/** A digest of a log that is equal for a copy of it: a hash chain for each stream over id, type, data and metadata of its events. */
export const createDigest = () => {
  const chains = new Map<StreamName, string>()
  let events = 0
  const names = () => [...chains.keys()].sort()
  const of = (stream: StreamName): string | undefined => chains.get(stream)
  return {
    add: ({ stream, id, type, data, metadata }: Recorded): void => {
      events++
      chains.set(stream, sha256(`${of(stream) ?? ''}\n${JSON.stringify([id, type, data, metadata])}`))
    },
    events: () => events,
    streams: () => chains.size,
    /** SHA-256 in hex over each stream's events; how the streams are interleaved does not matter. */
    hash: () =>
      sha256(
        names()
          .map((stream) => `${stream} ${of(stream)}\n`)
          .join(''),
      ),
    of,
    /** The first stream, by name, that differs in the other log. */
    differsIn: (other: { readonly of: typeof of }): StreamName | undefined =>
      names().find((stream) => of(stream) !== other.of(stream)),
  }
}
export type LogDigest = ReturnType<typeof createDigest>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const REPORT_MS = 200

/** Reports how far a phase has come, a few times a second and at its end. */
export const pace = (report: (progress: CopyProgress) => void, phase: CopyProgress['phase']) => {
  const began = performance.now()
  let last = began
  return (done: number, total: number | undefined) => {
    const now = performance.now()
    if (now - last < REPORT_MS && done !== total) return
    last = now
    report({ phase, done, total, perSecond: perSecond(done, began) })
  }
}
