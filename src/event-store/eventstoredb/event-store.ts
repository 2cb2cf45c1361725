import type { EventStoreAddress } from '../../config/event-store-address.js'
import type { EventStore } from '../event-store.js'
import { createAppends } from './append-events.js'
import { Connection } from './connection.js'
import { followAll } from './follow-all.js'
import { createCheckpoints, logEnd } from './log-end.js'
import { belongsTo, readForwards, readHead } from './read-streams.js'

type EventStoreDbLog = {
  readonly address: EventStoreAddress
  /** Only streams of this prefix are followed. */
  readonly prefix: string
  readonly maxAppendBytes: number
  /** Maximum number of buffered events for a follower. */
  readonly page: number
  /** Called for every subscription that must be made anew. */
  readonly lost: (error: unknown) => void
  /** How long a subscription may deliver nothing while the log grows, in milliseconds. */
  readonly stallMs?: number
}

/** Leaves time for two attempts of an append within the ten seconds of a write. */
const CALL_MS = 4000
const STALL_MS = 5000

/** The event store on EventStoreDB. Positions are its commit positions: increasing, with gaps. Throws CertificateUnreadable. */
export const createEventStoreDbEventStore = (log: EventStoreDbLog): EventStore => {
  const { address, prefix, maxAppendBytes, stallMs = STALL_MS } = log
  const connection = new Connection(address)
  const reading = { connection, callMs: address.defaultDeadline ?? CALL_MS }
  const filtered = { ...reading, prefix, belongs: belongsTo(prefix) }
  const checkpoints = createCheckpoints()
  const end = logEnd(filtered, checkpoints)
  const { append, waiting, overrunning, idle } = createAppends({ ...reading, maxAppendBytes })
  let overruns = 0
  const overrun = () => {
    overruns++
  }
  const following = { ...log, ...filtered, checkpoints, end, stallMs, overrun, overrunning }
  return {
    gapless: false,
    append: async (stream, expected, events) => {
      const appended = await append(stream, expected, events)
      end.note(appended.position)
      return appended
    },
    head: readHead(reading),
    end: end.find,
    read: (stream, from = 0n) => readForwards(reading, stream, from),
    follow: (after, signal) => followAll(following, after, signal),
    checkpoints: {
      after: checkpoints.after,
      note: (position, checkpoint) => {
        end.note(position)
        checkpoints.note(position, checkpoint)
      },
    },
    waiting,
    overruns: () => overruns,
    close: async () => {
      await idle()
      await connection.close()
    },
  }
}
