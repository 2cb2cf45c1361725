import {
  ANY,
  type AppendExpectedRevision,
  type AppendResult,
  type JSONType,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  EventStoreOverloaded,
  EventStoreUnavailable,
  type Expected,
  type StoredEvent,
  type StreamName,
  WrongRevision,
} from '../event-store.js'
import { faultOf, withTimeout } from './client-answers.js'
import { type Reading, readBackwards, readEvents, told } from './read-streams.js'

type Answered = {
  readonly stream: StreamName
  readonly events: readonly StoredEvent[]
  readonly result: AppendResult
  /** An append like it was given up without an answer. */
  readonly isRetry: boolean
}

/**
 * Where an append ends. A server need not say so; it may name the first of several events, or of one that it has carried
 * out before something else. A write would wait for ever for a position where no event of ours stands. So the first
 * append of several events is compared with what the stream shows, and a retry is always looked up.
 */
const answeredPositions = (reading: Reading) => {
  let tells: boolean | undefined
  return async ({ stream, events, result, isRetry }: Answered): Promise<bigint> => {
    const said = told(result.position)
    if (said !== undefined && tells === true && !isRetry) return said
    const stands = await standing(reading, stream, result.nextExpectedRevision)
    if (said !== undefined && events.length > 1 && !isRetry) tells ??= said === stands
    return stands
  }
}

const standing = async (reading: Reading, stream: StreamName, revision: bigint): Promise<bigint> => {
  for await (const { position } of readEvents(reading, stream, { fromRevision: revision, maxCount: 1 })) return position
  throw new EventStoreUnavailable(`the event store does not show an append to ${stream} yet`)
}

/** As many are kept in mind. */
const MOST_REMEMBERED = 10_000

/** Appends that were given up without an answer, the latest of them: whether one is the retry of such a one. */
const indeterminateAppends = () => {
  const ids = new Set<string>()
  const idOf = (events: readonly StoredEvent[]): string => events[0]?.id ?? ''
  return {
    note: (events: readonly StoredEvent[]): void => {
      ids.add(idOf(events))
      const [oldest] = ids
      if (ids.size > MOST_REMEMBERED && oldest !== undefined) ids.delete(oldest)
    },
    includes: (events: readonly StoredEvent[]): boolean => ids.has(idOf(events)),
    settle: (events: readonly StoredEvent[]): void => void ids.delete(idOf(events)),
  }
}

/** As many events of a stream are looked at for one append. */
const EVENTS = 2000

/**
 * What the append was answered, if it has happened before. At a revision the server always knows its own retry; at any it
 * only knows what it has in memory, which a restart empties, so there the stream itself is asked before a retry.
 */
const findRepeated = async (
  reading: Reading,
  stream: StreamName,
  events: readonly StoredEvent[],
): Promise<Appended | undefined> => {
  const missing = new Set(events.map(({ id }) => id))
  let last: Appended | undefined
  for await (const { id, revision, position } of readBackwards(reading, stream, EVENTS)) {
    if (!missing.delete(id)) continue
    last ??= { revision, position }
    if (missing.size === 0) return last
  }
  return undefined
}

/** As many events a server keeps for a subscriber that is live; a longer append overruns it. */
const KEPT_LIVE = 32
/** Appends under way at once, and their bytes; who finds no room is refused. */
const MOST = { appends: 4096, bytes: 64 << 20 }
/** The client's own limit for a call comes first, so that a call that was given up does not go on. */
const GRACE_MS = 250

type Appending = Reading & { readonly maxAppendBytes: number }
type Parts = Reading & { readonly positionOf: ReturnType<typeof answeredPositions>; readonly isRetry: boolean }

/** Appends of one process, as many at once as there is room for. */
export const createAppends = (parts: Appending) => {
  const underWay = new Set<Promise<Appended>>()
  const overrunning = new Set<Promise<Appended>>()
  const settled = settledAppends(parts)
  let bytesUnderWay = 0
  const append: EventStore['append'] = async (stream, expected, events) => {
    if (events.length === 0) throw new RangeError(`an append of nothing to ${stream}`)
    const bytes = sizeOf(events)
    if (bytes > parts.maxAppendBytes) throw new AppendTooLarge(`${bytes} bytes in one append`)
    if (underWay.size >= MOST.appends || (underWay.size > 0 && bytesUnderWay + bytes > MOST.bytes))
      throw new EventStoreOverloaded('too many appends are under way')
    bytesUnderWay += bytes
    const appending = settled(stream, expected, events)
    underWay.add(appending)
    if (events.length > KEPT_LIVE) overrunning.add(appending)
    try {
      return await appending
    } finally {
      underWay.delete(appending)
      overrunning.delete(appending)
      bytesUnderWay -= bytes
    }
  }
  return {
    append,
    waiting: () => underWay.size,
    /** While an append is under way that a live subscriber does not survive: resolves when any append is done. */
    overrunning: (): Promise<unknown> | undefined =>
      overrunning.size === 0 ? undefined : Promise.race(underWay).catch(() => {}),
    /** Resolves when nothing is under way any more. */
    idle: async (): Promise<void> => void (await Promise.allSettled(underWay)),
  }
}

/** Appends that know a retry of one that was given up without an answer. */
const settledAppends = (parts: Reading): EventStore['append'] => {
  const unsettled = indeterminateAppends()
  const positionOf = answeredPositions(parts)
  return async (stream, expected, events) => {
    const isRetry = unsettled.includes(events)
    try {
      const before = isRetry && expected === 'any' ? await findRepeated(parts, stream, events) : undefined
      const appended = before ?? (await appendOnce({ ...parts, positionOf, isRetry }, { stream, expected, events }))
      unsettled.settle(events)
      return appended
    } catch (error) {
      if (error instanceof EventStoreUnavailable) unsettled.note(events)
      throw error
    }
  }
}

type Append = {
  readonly stream: StreamName
  readonly expected: Expected
  readonly events: readonly StoredEvent[]
}

const appendOnce = async (parts: Parts, { stream, expected, events }: Append): Promise<Appended> => {
  const { connection, callMs } = parts
  const options = { ...connection.call(), expectedRevision: asked(expected), deadline: callMs }
  try {
    const result = await withTimeout(callMs + GRACE_MS, connection.appendToStream(stream, events.map(asEvent), options))
    const position = await parts.positionOf({ stream, events, result, isRetry: parts.isRetry })
    return { revision: result.nextExpectedRevision, position }
  } catch (error) {
    if (error instanceof MaxAppendSizeExceededError)
      throw new AppendTooLarge(
        'the event store takes less in one append: set its MaxAppendSize to MAX_APPEND_BYTES or more',
      )
    if (!(error instanceof WrongExpectedVersionError)) throw faultOf(error)
    // At any revision only an append is refused of which a part is there already.
    if (expected === 'any') throw new Error(`an event of this append to ${stream} is in the log elsewhere`)
    throw new WrongRevision(stream, actualOf(error))
  }
}

const asked = (expected: Expected): AppendExpectedRevision => {
  if (expected === 'any') return ANY
  return expected === 'no-stream' ? NO_STREAM : expected
}

const actualOf = ({ actualVersion }: WrongExpectedVersionError) =>
  typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'no-stream'

// The client's types name what JSON can say; what an event holds has passed its schema and is nothing else.
const asEvent = ({ id, type, data, metadata }: StoredEvent) =>
  jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType })

/** As the server counts it for its own limit: a character of the type takes two bytes. */
const sizeOf = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + bytesOf(data) + bytesOf(metadata), 0)

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
