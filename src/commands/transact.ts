import type { DomainEvent } from '../domain/events.js'
import { encode } from '../event-store/codec.js'
import {
  type EventStore,
  EventStoreOverloaded,
  type Position,
  type Revision,
  type StreamName,
  WrongRevision,
} from '../event-store/event-store.js'
import { appendSettled } from './append-settled.js'

/** What a decision is based on: the revision is read first, so the state is never older than it. */
export type Known<State> = { readonly revision: Revision; readonly state: State }

export type Transaction<State> = {
  readonly stream: StreamName
  readonly read: () => Promise<Known<State>>
  /** Pure. An already true wish gives no events; a broken rule throws a domain error. */
  readonly decide: (known: Known<State>) => readonly DomainEvent[]
}

export type Done = {
  readonly events: readonly DomainEvent[]
  readonly revision: Revision
  readonly position: Position | 'start'
}

/** How far the read models have come. */
export type Reach = {
  /** Resolves when they include `position`; rejects when `signal` aborts, when they have stopped, or when the stream is parked. */
  readonly reached: (stream: StreamName, position: Position | 'start', signal: AbortSignal) => Promise<void>
  /** The same for a write that has happened: what goes wrong is logged, never thrown. */
  readonly shown: (stream: StreamName, position: Position) => Promise<void>
}

export type Transact = <State>(transaction: Transaction<State>, signal: AbortSignal) => Promise<Done>

/** Writers of one stream that may wait for their turn in this process. */
const WAITING = 1000

/**
 * Decides on the newest state, appends at the revision it was read at, and returns when the read models show it.
 * A writer that was overtaken waits for what overtook it and decides again, until `signal` aborts.
 * Writers of one stream take turns in this process, so that they overtake one another only across processes; where too
 * many wait, or the turn comes too late, EventStoreOverloaded is thrown and nothing is written.
 */
export const createTransact = (store: EventStore, { reached, shown }: Reach): Transact => {
  const inTurn = turns(WAITING)
  return (transaction, signal) =>
    inTurn(transaction.stream, async () => {
      const { stream, read, decide } = transaction
      for (;;) {
        if (signal.aborted) throw new EventStoreOverloaded(`too many writers of ${stream}`)
        const { position } = await store.head(stream)
        await reached(stream, position, signal)
        const known = await read()
        const events = decide(known)
        if (events.length === 0) return { events, revision: known.revision, position }
        const encoded = encode(events, known.revision)
        const append = { stream, expected: known.revision, events: encoded }
        const appended = await appendSettled(store, append).catch(overtaken)
        if (appended instanceof WrongRevision) continue
        await shown(stream, appended.position)
        return { events, ...appended }
      }
    })
}

const overtaken = (error: unknown): WrongRevision => {
  if (error instanceof WrongRevision) return error
  throw error
}

/** One at a time for each key; those that wait come in the order they asked. */
const turns = (most: number) => {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= most) throw new EventStoreOverloaded(`too many writers wait for ${key}`)
    queues.set(key, queue)
    queue.waiting++
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      queue.waiting--
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
