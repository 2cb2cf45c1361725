import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position, Recorded } from '../event-store.js'
import { answersOf } from './client-answers.js'
import type { Connection } from './connection.js'
import { type Belongs, prefixesOf, type Reading, recordedOf } from './read-streams.js'

/** Foreign events that a filtered read skips between two checkpoints. With the default of 32 it is four times slower. */
const SEARCH_WINDOW = 4096
/** The timeout for finding one of our events: a server skips about 50 million foreign events in this time. */
const SEARCH_MS = 60_000

export type Filtered = Reading & { readonly prefix: string; readonly belongs: Belongs }

export type Span = {
  readonly from: Position | 'start' | 'end'
  readonly direction: 'forwards' | 'backwards'
  /** Maximum number of events; absent: all. */
  readonly count?: number
}

/**
 * The events of our streams, filtered by the server: the client's own read of all ignores a filter. Undefined is a
 * foreign event. The event at `from` is included when reading forwards, excluded when reading backwards.
 */
export async function* readAll(
  { connection, prefix, belongs }: Filtered,
  span: Span,
): AsyncGenerator<Recorded | undefined> {
  const request = requestOf(prefix, span.from)
  const options = request.getOptions()
  // The generated class takes a number too, and then the server never answers.
  options?.setCount(`${span.count ?? Number.MAX_SAFE_INTEGER}`)
  options?.setReadDirection(span.direction === 'forwards' ? 0 : 1)
  const asking = { connection, ask: () => connection.read(request), right: READ_ALL, ms: SEARCH_MS }
  for await (const answer of answersOf(asking)) if (answer.hasEvent()) yield ourEvent(answer, belongs)
}

/** What reads and subscriptions of the whole log take. */
export const READ_ALL = 'read $all'

/** Subscribes to everything after a position, with a checkpoint for each search window without an event of ours. */
export const subscribeToAll = ({ connection, prefix }: Filtered, after: Position): ReturnType<Connection['read']> => {
  const request = requestOf(prefix, after === 0n ? 'start' : after)
  request.getOptions()?.setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
  return connection.read(request)
}

/** Our event in an answer, if any. The server filters by prefix only, and some versions send system events. */
export const ourEvent = (answer: ReadResp, belongs: Belongs): Recorded | undefined => {
  const event = answer.getEvent()?.getEvent()
  if (event === undefined) return undefined
  const stream = Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  if (!belongs(stream)) return undefined
  return recordedOf(
    {
      position: { commit: BigInt(event.getCommitPosition()) },
      revision: BigInt(event.getStreamRevision()),
      id: event.getId()?.getString() ?? '',
      type: event.getMetadataMap().get('type') ?? '',
      data: parsed(event.getData_asU8()),
      metadata: parsed(event.getCustomMetadata_asU8()),
    },
    stream,
  )
}

/** Data that is not JSON was not appended by us; the codec refuses it. */
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return bytes
  }
}

const requestOf = (prefix: string, from: Span['from']): ReadReq => {
  const options = new streams.ReadReq.Options()
  options.setAll(allFrom(from))
  options.setFilter(filterOf(prefix))
  options.setResolveLinks(false)
  const uuid = new streams.ReadReq.Options.UUIDOption()
  uuid.setString(new shared.Empty())
  options.setUuidOption(uuid)
  const request = new streams.ReadReq()
  request.setOptions(options)
  return request
}

const allFrom = (from: Span['from']): ReadReq.Options.AllOptions => {
  const all = new streams.ReadReq.Options.AllOptions()
  if (from === 'start') all.setStart(new shared.Empty())
  else if (from === 'end') all.setEnd(new shared.Empty())
  else {
    const position = new streams.ReadReq.Options.Position()
    position.setCommitPosition(`${from}`)
    position.setPreparePosition(`${from}`)
    all.setPosition(position)
  }
  return all
}

const filterOf = (prefix: string): ReadReq.Options.FilterOptions => {
  const names = new streams.ReadReq.Options.FilterOptions.Expression()
  names.setPrefixList(prefixesOf(prefix))
  const filter = new streams.ReadReq.Options.FilterOptions()
  filter.setStreamIdentifier(names)
  filter.setMax(SEARCH_WINDOW)
  filter.setCheckpointintervalmultiplier(1)
  return filter
}
