import { BACKWARDS, END } from '@eventstore/db-client'
import { sharedInTurn } from '../../concurrency/watch.js'
import type { Checkpoints, Position } from '../event-store.js'
import { type Filtered, READ_ALL, readAll } from './all-stream.js'
import { answersOf } from './client-answers.js'
import { type Reading, told } from './read-streams.js'

/** Number of remembered ranges; one per follower is needed. */
const MOST = 64

type KnownCheckpoints = Checkpoints & { readonly forget: () => void }

/** Ranges of the log that are known to hold no event of ours, each by the event that it follows. */
export const createCheckpoints = (): KnownCheckpoints => {
  const known = new Map<Position, Position>()
  return {
    after: (position) => known.get(position) ?? position,
    note: (position, checkpoint) => {
      if (checkpoint <= (known.get(position) ?? position)) return
      known.delete(position)
      known.set(position, checkpoint)
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
    forget: () => known.clear(),
  }
}

/** The end of the log of one prefix, among foreign events. */
export type LogEnd = {
  /** Notes that one of our events is at this position. */
  readonly note: (position: Position) => void
  /** Forgets the known ranges when the log is shorter than them, because it was restored from an older backup. */
  readonly confirm: () => Promise<void>
  /** The position of our last event, at the time of the call or later. */
  readonly find: () => Promise<Position | 'start'>
}

/**
 * The server searches for our last event. Known ranges bound the search: after the first one, only new events are
 * searched. Concurrent callers share one search; callers during a search share the next one, which sees everything
 * appended before their call. The result must be the position of an event of ours, because followers never reach the
 * position of a foreign one.
 */
export const logEnd = (filtered: Filtered, checkpoints: KnownCheckpoints): LogEnd => {
  let last: Position = 0n
  /** No event of ours lies between `last` and this position. */
  let searched: Position = 0n
  const note = (position: Position) => {
    // An event of ours lies in a range without any: the log was restored from an older backup and has grown since.
    if (position > last && position < checkpoints.after(last)) forget()
    if (position > last) last = position
  }
  const forget = () => {
    last = 0n
    searched = 0n
    checkpoints.forget()
  }
  const confirm = async (): Promise<Position> => {
    const before = known()
    const tail = await tailOf(filtered)
    if (before > tail) forget()
    return tail
  }
  const search = async (): Promise<Position | 'start'> => {
    const tail = await confirm()
    if (known() < tail) {
      if (known() === 0n || (await hasEventAfter(filtered, known()))) note(await lastOf(filtered))
      searched = tail
    }
    return last === 0n ? 'start' : last
  }
  const known = (): Position => {
    const checkpoint = checkpoints.after(last)
    return checkpoint > searched ? checkpoint : searched
  }
  return { note, confirm: async () => void (await confirm()), find: sharedInTurn(search) }
}

/** The position of the last event, ours or foreign; 0 in an empty log. */
export const tailOf = async ({ connection, callMs }: Reading): Promise<Position> => {
  const last = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const
  const asking = {
    connection,
    ask: () => connection.readAll({ ...last, ...connection.call() }),
    right: READ_ALL,
    ms: callMs,
  }
  for await (const { event } of answersOf(asking)) return told(event?.position) ?? 0n
  return 0n
}

const hasEventAfter = async (filtered: Filtered, position: Position): Promise<boolean> => {
  const found = readAll(filtered, { from: position, direction: 'forwards' })
  // A read includes the event at its position.
  for await (const event of found) if (event !== undefined && event.position > position) return true
  return false
}

/** The position of our last event; 0 where there is none. */
const lastOf = async (filtered: Filtered): Promise<Position> => {
  const backwards = { from: 'end', direction: 'backwards' } as const
  for await (const event of readAll(filtered, { ...backwards, count: 1 })) {
    if (event !== undefined) return event.position
    // It comes after events of streams whose names begin like ours.
    for await (const other of readAll(filtered, backwards)) if (other !== undefined) return other.position
  }
  return 0n
}
