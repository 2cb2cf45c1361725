import { type StreamName, twinOf } from '../event-store/event-store.js'
import { turnstile } from '../turnstile.js'
import type { ProjectionFault } from './apply-events.js'
import type { Followed } from './followed.js'
import { parkedIn, resume } from './parking.js'

export type Resumption = {
  readonly isParked: (stream: StreamName) => boolean
  /** How many users are parked. */
  readonly count: () => number
  /** Notes who is parked in the table, and tries to take them in again. */
  readonly begin: () => Promise<void>
  readonly parked: (stream: StreamName, fault: ProjectionFault) => void
  /** Runs the application of a batch, never at the same time as a resumption. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

const A_MINUTE = 60_000

/** Keeps in mind who is parked, and tries from time to time whether they can go on. */
export const resumption = ({ store, model, log, resumeMs = A_MINUTE }: Followed): Resumption => {
  const parked = new Set<StreamName>()
  const inTurn = turnstile(1)
  const add = (stream: StreamName) => {
    parked.add(stream)
    parked.add(twinOf(stream) ?? stream)
  }
  const attempt = async () => {
    for (const stream of [...parked]) {
      if (!parked.has(stream) || !(await resume(model, store, stream))) continue
      parked.delete(stream)
      parked.delete(twinOf(stream) ?? stream)
      log.resumed(stream)
    }
  }
  const timer = setInterval(() => void inTurn(attempt).catch(log.retrying), resumeMs)
  timer.unref()

  return {
    isParked: (stream) => parked.has(stream),
    count: () => parked.size / 2,
    begin: () =>
      inTurn(async () => {
        parked.clear()
        for (const { stream } of await parkedIn(model)) add(stream)
        await attempt()
      }),
    parked: (stream, fault) => {
      add(stream)
      log.parked(stream, fault)
    },
    inTurn,
    close: async () => {
      clearInterval(timer)
      await inTurn(async () => {})
    },
  }
}
