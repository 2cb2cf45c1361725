import { turnstile } from '../concurrency/limiter.js'
import { type StreamName, twinOf } from '../event-store/event-store.js'
import type { ProjectionFault } from './apply/apply-events.js'
import { A_MINUTE, type Followed } from './followed.js'
import { parkedIn, resume } from './parking.js'

export type Resumption = {
  readonly isParked: (stream: StreamName) => boolean
  /** How many users are parked. */
  readonly count: () => number
  /** Notes who is parked in the table, and tries to take them in again, from now on and from time to time. */
  readonly begin: () => Promise<void>
  /** Notes who is parked, while another process looks after them. */
  readonly note: (streams: readonly StreamName[]) => void
  readonly parked: (stream: StreamName, fault: ProjectionFault) => void
  /** Runs the application of a batch, never at the same time as a resumption. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** Keeps in mind who is parked, and tries from time to time whether they can go on. */
export const resumption = ({ store, model, log, resumeMs = A_MINUTE }: Followed): Resumption => {
  const parked = streamsInPairs()
  let inCharge = false
  const inTurn = turnstile(1)
  const attempt = async () => {
    for (const stream of parked.all()) {
      if (!parked.has(stream) || !(await resume(model, store, stream))) continue
      parked.remove(stream)
      log.resumed(stream)
    }
  }
  const again = () => {
    if (inCharge) void inTurn(attempt).catch(log.retrying)
  }
  const timer = setInterval(again, resumeMs).unref()

  return {
    isParked: parked.has,
    count: parked.pairs,
    begin: () =>
      inTurn(async () => {
        parked.replace((await parkedIn(model)).map(({ stream }) => stream))
        inCharge = true
        await attempt()
      }),
    note: (streams) => {
      inCharge = false
      parked.replace(streams)
    },
    parked: (stream, fault) => {
      parked.add(stream)
      log.parked(stream, fault)
    },
    inTurn,
    close: async () => {
      clearInterval(timer)
      await inTurn(async () => {})
    },
  }
}

/** Both streams of a user come and go together. */
const streamsInPairs = () => {
  const streams = new Set<StreamName>()
  const add = (stream: StreamName) => {
    streams.add(stream)
    streams.add(twinOf(stream) ?? stream)
  }
  return {
    add,
    has: (stream: StreamName) => streams.has(stream),
    all: () => [...streams],
    pairs: () => streams.size / 2,
    remove: (stream: StreamName) => {
      streams.delete(stream)
      streams.delete(twinOf(stream) ?? stream)
    },
    replace: (others: readonly StreamName[]) => {
      streams.clear()
      for (const stream of others) add(stream)
    },
  }
}
