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
  /** SHA-256 over every stream's events; the same in both logs. */
  readonly hash: string
  /** How many of the events were written now; the others were there before. */
  readonly written: number
  /** Whether the log that was copied has grown meanwhile: another copy brings the rest. */
  readonly grown: boolean
  readonly seconds: number
}

export type CopyWatch = {
  readonly report: (progress: CopyProgress) => void
  /** What has been copied when it aborts stays, and the next copy goes on there. */
  readonly signal: AbortSignal
}

/** What two logs have in common when one is a copy of the other: the events of each stream, in their order. */
export type LogDigest = {
  readonly add: (event: Recorded) => void
  readonly events: () => number
  readonly streams: () => number
  /** SHA-256 in hex, of what each stream holds; in which order streams took turns does not matter. */
  readonly hash: () => string
  /** The first stream, by name, that the other log does not hold alike. */
  readonly differsIn: (other: LogDigest) => StreamName | undefined
  readonly of: (stream: StreamName) => string | undefined
}

/** A hash chain for each stream: id, type, data and metadata of every event, on top of all before it. */
export const createDigest = (): LogDigest => {
  const chains = new Map<StreamName, string>()
  let events = 0
  const names = () => [...chains.keys()].sort()
  const of = (stream: StreamName) => chains.get(stream)
  return {
    add: ({ stream, id, type, data, metadata }) => {
      events++
      chains.set(stream, sha256(`${chains.get(stream) ?? ''}\n${JSON.stringify([id, type, data, metadata])}`))
    },
    events: () => events,
    streams: () => chains.size,
    hash: () =>
      sha256(
        names()
          .map((stream) => `${stream} ${chains.get(stream)}\n`)
          .join(''),
      ),
    differsIn: (other) => names().find((stream) => of(stream) !== other.of(stream)),
    of,
  }
}

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
