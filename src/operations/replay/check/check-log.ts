import type { Watch } from '../../../concurrency/operation.js'
import type { SignedCheckpoint } from '../../../domain/store.js'
import type { Position, StreamName } from '../../../event-store/event-store.js'
import { UnfinishedAppend } from '../../../event-store/log-range.js'
import { EventUnreadable, readEvent, readLog } from '../read-log.js'
import { counting, READING, type Replayed } from '../replayed.js'
import { checkCheckpoints } from './check-checkpoints.js'
import type { CheckedCheckpoints, Mismatch } from './check-report.js'
import { checkStreams, type Reached } from './check-streams.js'

export type CheckedLog = {
  readonly reached: ReadonlyMap<StreamName, Reached>
  readonly users: ReadonlyMap<StreamName, string>
  readonly events: number
  readonly checkpoints: CheckedCheckpoints | null
  readonly mismatch: Mismatch | undefined
}

type Against = {
  /** The position that the read models show. */
  readonly shownTo: Position
  /** Checkpoints that were kept elsewhere. */
  readonly kept: readonly SignedCheckpoint[]
}

/** One pass over the log by its own rules, and one against its signed checkpoints, where there are any. */
export const checkLog = async (replayed: Replayed, { shownTo, kept }: Against, watch: Watch): Promise<CheckedLog> => {
  const { store, streams, silenceMs } = replayed
  const end = await store.end()
  const total = replayed.missingPosition !== null && end !== 'start' ? Number(end) : undefined
  const check = checkStreams(streams, shownTo)
  const count = counting(watch, { ...READING, total })
  let events = 0
  const found = await settled(async () => {
    for await (const event of readLog(store, { end, signal: watch.signal, silenceMs })) {
      events = count()
      const wrong = check.take(event)
      if (wrong) return wrong
      readEvent(event)
    }
    return check.end()
  })
  const byItself = found ?? (await gap(replayed, watch))
  const { checkpoints, mismatch } = byItself
    ? { checkpoints: null, mismatch: byItself }
    : await checkCheckpoints(replayed, kept, watch)
  return { ...check, events, checkpoints, mismatch }
}

/** An error that ends the reading of the log is a mismatch, too. */
const settled = async (work: () => Promise<Mismatch | undefined>): Promise<Mismatch | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EventUnreadable)
      return { in: 'log', stream: null, position: `${error.position}`, wrong: `it cannot be read: ${error.why}` }
    if (error instanceof UnfinishedAppend)
      return { in: 'log', stream: null, position: `${error.after}`, wrong: 'what comes after it is no whole append' }
    throw error
  }
}

const gap = async ({ missingPosition }: Replayed, { signal }: Watch): Promise<Mismatch | undefined> => {
  const missing = await missingPosition?.(signal)
  return missing === undefined
    ? undefined
    : {
        in: 'log',
        stream: null,
        position: `${missing}`,
        wrong: 'no event has this position, though later ones are taken',
      }
}
