import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainEvent } from '../../domain/all-events.js'
import { decode } from '../../event-store/codec.js'
import {
  type EventStore,
  isAnonymous,
  type Position,
  type Recorded,
  type StoredEvent,
} from '../../event-store/event-store.js'
import { type Change, changesOf, type Projection } from '../projection.js'

/** An event and its changes to the rows, or why they cannot be worked out. */
export type Outcome = { readonly event: DomainEvent; readonly changes: readonly Change[] } | { readonly fault: unknown }

/** A stored event whose outcome may have been worked out beforehand. */
export type Ready = Recorded & { readonly outcome?: Outcome }

export const outcomeOf = (projections: readonly Projection<DomainEvent>[], recorded: Ready): Outcome =>
  recorded.outcome ?? workOut(projections, recorded)

const workOut = (projections: readonly Projection<DomainEvent>[], stored: StoredEvent): Outcome => {
  try {
    const event = decode(stored)
    if (isAnonymous(stored)) return { event, changes: [] }
    return { event, changes: projections.flatMap((projection) => changesOf(projection, event)) }
  } catch (fault) {
    return { fault }
  }
}

type Reading = {
  readonly store: EventStore
  readonly projections: readonly Projection<DomainEvent>[]
  readonly signal: AbortSignal
}

/** Worked out without yielding: the event loop is busy for about a millisecond. */
export const AT_ONCE = 16

/** Follows the log one batch ahead: while one is written, the next is worked out. */
export async function* readAhead(
  { store, projections, signal }: Reading,
  after: Position | 'start',
): AsyncGenerator<readonly Ready[]> {
  const over = new AbortController()
  const batches = store.follow(after, AbortSignal.any([signal, over.signal]))[Symbol.asyncIterator]()
  const next = async (): Promise<readonly Ready[] | undefined> => {
    const { done, value } = await batches.next()
    return done ? undefined : workedOut(value, projections)
  }
  try {
    for (let coming = next(); ; ) {
      const batch = await coming
      if (batch === undefined) return
      coming = next()
      coming.catch(() => {}) // thrown when it is awaited
      yield batch
    }
  } finally {
    over.abort()
  }
}

const workedOut = async (
  batch: readonly Recorded[],
  projections: readonly Projection<DomainEvent>[],
): Promise<readonly Ready[]> => {
  const ready: Ready[] = []
  for (const recorded of batch) {
    ready.push({ outcome: workOut(projections, recorded), ...recorded })
    if (ready.length % AT_ONCE === 0) await yieldToEventLoop()
  }
  return ready
}
