import { setImmediate as breath } from 'node:timers/promises'
import type { DomainEvent } from '../../domain/all-events.js'
import { decode, FaultyEvent } from '../../event-store/codec.js'
import {
  type EventStore,
  type Position,
  type Recorded,
  type StreamName,
  type Streams,
  twinOf,
} from '../../event-store/event-store.js'
import { batchesOf, type Stretch } from '../../event-store/log-range.js'

/** The event at this position cannot be read. The message says why and quotes no content. */
export class EventUnreadable extends Error {
  override readonly name = 'EventUnreadable'
  readonly position: Position
  readonly why: string
  constructor(position: Position, cause: Error) {
    super(`The event at position ${position} cannot be read: ${cause.message}.`, { cause })
    this.position = position
    this.why = cause.message
  }
}

/** A recorded event, upcast to the current version. Throws EventUnreadable. */
export const readEvent = (recorded: Recorded): DomainEvent => {
  try {
    return decode(recorded)
  } catch (error) {
    throw error instanceof FaultyEvent ? new EventUnreadable(recorded.position, error) : error
  }
}

const PIECE = 50

/** The same, yielding to the event loop so that a server keeps answering. Throws the signal's reason once aborted. */
async function* yieldingToEventLoop<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let taken = 0
  for await (const item of items) {
    signal.throwIfAborted()
    yield item
    if (++taken % PIECE === 0) await breath()
  }
}

export type Log = Pick<EventStore, 'read' | 'follow' | 'end' | 'checkpoints'>

/** Every event of the log up to the end of the range, in log order. Throws UnfinishedAppend. */
export const readLog = (store: Log, stretch: Stretch): AsyncGenerator<Recorded> =>
  yieldingToEventLoop(eventsOf(store, stretch), stretch.signal)

async function* eventsOf(store: Log, stretch: Stretch): AsyncGenerator<Recorded> {
  for await (const batch of batchesOf(store, stretch)) yield* batch
}

/** A part of one stream: from a revision to another one, or to the end. */
type Part = { readonly stream: StreamName; readonly from?: bigint; readonly to?: bigint }

/** The events of some streams, in the order of the log. */
export const readStreams = (
  store: Pick<EventStore, 'read'>,
  parts: readonly Part[],
  signal: AbortSignal,
): AsyncGenerator<Recorded> => yieldingToEventLoop(merged(parts.map((part) => readPart(store, part))), signal)

/** All events of one user, in log order. */
export const readUser = (
  { store, streams }: { readonly store: Pick<EventStore, 'read'>; readonly streams: Streams },
  user: string,
  signal: AbortSignal,
): AsyncGenerator<Recorded> => readBoth(store, streams.bank(user), signal)

/** All events of the user whose memories are in this stream, in log order. */
export const readBoth = (
  store: Pick<EventStore, 'read'>,
  bank: StreamName,
  signal: AbortSignal,
): AsyncGenerator<Recorded> => readStreams(store, [{ stream: bank }, { stream: twinOf(bank) ?? bank }], signal)

async function* readPart(store: Pick<EventStore, 'read'>, { stream, from, to }: Part): AsyncGenerator<Recorded> {
  for await (const event of store.read(stream, from)) {
    if (to !== undefined && event.revision > to) return
    yield event
  }
}

async function* merged(sources: readonly AsyncGenerator<Recorded>[]): AsyncGenerator<Recorded> {
  const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })))
  try {
    for (;;) {
      const [first] = heads
        .flatMap((head) => (head.next.done ? [] : [{ head, event: head.next.value }]))
        .sort((a, b) => (a.event.position < b.event.position ? -1 : 1))
      if (first === undefined) return
      yield first.event
      first.head.next = await first.head.source.next()
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)))
  }
}
