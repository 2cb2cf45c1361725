import type { EventStore, Recorded, StreamName } from '../../event-store/event-store.js'
import type { Streams } from '../../event-store/streams.js'
import { gently } from './yielding.js'

/** Which part of one stream: from a revision on, as far as another one, or to its end. */
export type Part = { readonly stream: StreamName; readonly from?: bigint; readonly to?: bigint }

/** The events of some streams, in the order of the log. */
export const readStreams = (
  store: Pick<EventStore, 'read'>,
  parts: readonly Part[],
  signal: AbortSignal,
): AsyncGenerator<Recorded> => gently(merged(parts.map((part) => readPart(store, part))), signal)

/** All that happened to one user, in the order of the log. */
export const readUser = (
  { store, streams }: { readonly store: Pick<EventStore, 'read'>; readonly streams: Streams },
  user: string,
  signal: AbortSignal,
): AsyncGenerator<Recorded> =>
  readStreams(store, [{ stream: streams.bank(user) }, { stream: streams.recall(user) }], signal)

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
