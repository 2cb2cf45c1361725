import { BACKWARDS, END } from '@eventstore/db-client'
import type { Checkpoints, Position } from '../event-store.js'
import { type Filtered, readAll } from './all-stream.js'
import { answersOf } from './client-answers.js'
import { told } from './read-streams.js'

/** As many are kept in mind: one for each follower matters. */
const MOST = 64

type KnownCheckpoints = Checkpoints & { readonly forget: () => void }

/** What this process knows of stretches of the log that hold no event of ours, each by the event that it follows. */
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

/** Where the log of one prefix ends, among the events of others. */
export type LogEnd = {
  /** An event of ours stands there. */
  readonly note: (position: Position) => void
  /** Forgets what is known when the log is shorter than that: it was restored from an older copy. */
  readonly confirm: () => Promise<void>
  /** The position of our last event, as of the call or later. */
  readonly find: () => Promise<Position | 'start'>
}

/**
 * The server looks for our last event. What is known already bounds the search: after the first, only what has come since
 * is looked through. All who ask share one search; those who ask while one runs share the next, which sees what was
 * appended before they asked. Nothing but the position of an event of ours will do, since that of anybody else's is one
 * that no follower of ours ever reaches.
 */
export const logEnd = (filtered: Filtered, checkpoints: KnownCheckpoints): LogEnd => {
  let last: Position = 0n
  /** Up to here no event of ours follows `last`. */
  let searched: Position = 0n
  const note = (position: Position) => {
    // Where nothing of ours was, something is now: the log was restored from an older copy, and has grown since.
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

/** Where the last event stands, of whomever; 0 in an empty log. */
const tailOf = async ({ connection, callMs }: Filtered): Promise<Position> => {
  const backwards = connection.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, ...connection.call() })
  for await (const { event } of answersOf(backwards, callMs)) return told(event?.position) ?? 0n
  return 0n
}

const hasEventAfter = async (filtered: Filtered, position: Position): Promise<boolean> => {
  const found = readAll(filtered, { from: position, direction: 'forwards' })
  // A read begins with the event that stands at its position.
  for await (const event of found) if (event !== undefined && event.position > position) return true
  return false
}

/** Where our last event stands; 0 where there is none. */
const lastOf = async (filtered: Filtered): Promise<Position> => {
  const backwards = { from: 'end', direction: 'backwards' } as const
  for await (const event of readAll(filtered, { ...backwards, count: 1 })) {
    if (event !== undefined) return event.position
    // It stands behind events of streams that are named almost like ours.
    for await (const other of readAll(filtered, backwards)) if (other !== undefined) return other.position
  }
  return 0n
}

/** Runs a piece of work once at a time. Who asks while it runs gets the outcome of the next run, with all others who do. */
const sharedInTurn = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const run = (): Promise<T> => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return run()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}
