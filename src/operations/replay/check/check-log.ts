import type { Position } from '../../../event-store/event-store.js'
import { UnfinishedAppend } from '../../../event-store/log-range.js'
import { tally } from '../progress-counter.js'
import { EventUnreadable, readEvent } from '../read-event.js'
import { readLog } from '../read-log.js'
import type { Replayed, Watch } from '../replayed.js'
import type { Mismatch } from './check-report.js'
import { checkStreams, inLog, type StreamCheck } from './check-streams.js'
import { seenBefore } from './id-filter.js'

export type CheckedLog = Pick<StreamCheck, 'reached' | 'users'> & {
  readonly events: number
  readonly mismatch: Mismatch | undefined
}

/** What a log may hold at most whose positions are byte offsets: then the filter of ids is as large as it gets. */
const MANY = 1e9

/** One pass over the log, and a second one only for ids that may stand in it twice. */
export const checkLog = async (replayed: Replayed, shownTo: Position, watch: Watch): Promise<CheckedLog> => {
  const { store, streams } = replayed
  const end = await store.end()
  const total = replayed.missingPosition !== null && end !== 'start' ? Number(end) : undefined
  const check = checkStreams(streams, shownTo)
  const seen = seenBefore(total ?? MANY)
  const suspects = new Set<string>()
  const count = tally(watch, 'reading', total)
  let events = 0
  const found = await settled(async () => {
    for await (const event of readLog(store, { end, signal: watch.signal })) {
      events = count()
      const wrong = check.take(event)
      if (wrong) return wrong
      readEvent(event)
      if (seen(event.id)) suspects.add(event.id)
    }
    return check.end()
  })
  const mismatch = found ?? (await twice(replayed, suspects, watch)) ?? (await gap(replayed, watch))
  return { ...check, events, mismatch }
}

/** What stops the reading of the log is a mismatch, too. */
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

const twice = async ({ store }: Replayed, suspects: ReadonlySet<string>, watch: Watch) => {
  if (suspects.size === 0) return undefined
  const first = new Map<string, Position>()
  for await (const event of readLog(store, { end: await store.end(), signal: watch.signal })) {
    if (!suspects.has(event.id)) continue
    const before = first.get(event.id)
    if (before !== undefined) return inLog(event, `the event at position ${before} has the same id`)
    first.set(event.id, event.position)
  }
  return undefined
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
