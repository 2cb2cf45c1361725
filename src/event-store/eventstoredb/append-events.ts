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
  type Append,
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
import { faultOf } from './client-answers.js'
import { EventStoreRefused, NotLeader } from './errors.js'
import { type Reading, readBackwards, readEvents, told } from './read-streams.js'

type Answered = {
  readonly stream: StreamName
  readonly events: readonly StoredEvent[]
  readonly result: AppendResult
  /** An earlier attempt of this append ended without an answer. */
  readonly isRetry: boolean
}

/**
 * The end position of an append. A server may name the first of several events instead, or for an append that it executed
 * before, another position. A write would wait forever for a position without an event of ours. So the first
 * append of several events is compared with the stream, and a retry is always looked up.
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

const MOST_REMEMBERED = 10_000

/** Remembers the latest appends that ended without an answer, to recognize their retries. */
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

/** How many events of a stream are searched for an append. */
const EVENTS = 2000

/**
 * The result of an append if it was executed before. With an expected revision the server always recognizes a retry; with
 * any revision only while it is in memory, which a restart clears, so then the stream is read before a retry.
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

/** The number of events that a server buffers for a live subscriber; a longer append overruns it. */
const KEPT_LIVE = 32
/** Limits of concurrent appends, in number and bytes; further ones are refused. */
const MOST = { appends: 4096, bytes: 64 << 20 }
/** The client's own timeout comes first, so that no abandoned call continues. */
const GRACE_MS = 250

type Appending = Reading & { readonly maxAppendBytes: number }

/** The appends of one process, limited in number and bytes. */
export const createAppends = (parts: Appending) => {
  const underWay = new Set<Promise<Appended>>()
  const overrunning = new Set<Promise<Appended>>()
  const settled = settledAppends(parts)
  let bytesUnderWay = 0
  let refusal: string | undefined
  const refuseExcess = (bytes: number): void => {
    if (bytes > parts.maxAppendBytes) throw new AppendTooLarge(`${bytes} bytes in one append`)
    if (underWay.size >= MOST.appends || (underWay.size > 0 && bytesUnderWay + bytes > MOST.bytes))
      throw new EventStoreOverloaded('too many appends are under way')
  }
  const append: EventStore['append'] = async (stream, expected, events) => {
    if (events.length === 0) throw new RangeError(`an append of nothing to ${stream}`)
    const bytes = sizeOf(events)
    refuseExcess(bytes)
    bytesUnderWay += bytes
    const appending = settled(stream, expected, events)
    underWay.add(appending)
    if (events.length > KEPT_LIVE) overrunning.add(appending)
    try {
      const appended = await appending
      refusal = undefined
      return appended
    } catch (error) {
      if (error instanceof EventStoreRefused) refusal = error.message
      throw error
    } finally {
      underWay.delete(appending)
      overrunning.delete(appending)
      bytesUnderWay -= bytes
    }
  }
  return {
    append,
    waiting: () => underWay.size,
    refusal: () => refusal,
    /** While an append runs that overruns a live subscriber: resolves when any append has ended. */
    overrunning: (): Promise<unknown> | undefined =>
      overrunning.size === 0 ? undefined : Promise.race(underWay).catch(() => {}),
    /** Resolves when no append is running. */
    idle: async (): Promise<void> => void (await Promise.allSettled(underWay)),
  }
}

/** Appends that recognize the retry of an append without an answer. */
const settledAppends = (parts: Reading): EventStore['append'] => {
  const unsettled = indeterminateAppends()
  const positionOf = answeredPositions(parts)
  const attempt: EventStore['append'] = async (stream, expected, events) => {
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
  return async (...append) => {
    try {
      return await attempt(...append)
    } catch (error) {
      // A leader that is deposed may answer so of an append that it has kept: the identical one settles that.
      if (!(error instanceof NotLeader)) throw error
      return attempt(...append)
    }
  }
}

const appendOnce = async (
  parts: Reading & { readonly positionOf: ReturnType<typeof answeredPositions>; readonly isRetry: boolean },
  { stream, expected, events }: Append,
): Promise<Appended> => {
  const { connection, callMs } = parts
  const options = { ...connection.call(), expectedRevision: asked(expected), deadline: callMs }
  try {
    const result = await connection.inTime(
      callMs + GRACE_MS,
      connection.appendToStream(stream, events.map(asEvent), options),
    )
    const position = await parts.positionOf({ stream, events, result, isRetry: parts.isRetry })
    return { revision: result.nextExpectedRevision, position }
  } catch (error) {
    if (error instanceof MaxAppendSizeExceededError)
      throw new AppendTooLarge(
        'the event store takes less in one append: set its MaxAppendSize to MAX_APPEND_BYTES or more',
      )
    if (!(error instanceof WrongExpectedVersionError)) throw faultOf(error, `append to ${stream}`)
    // With any revision, only an append of which a part exists already is refused.
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

// The client's types are those of JSON values; an event has passed its schema and holds nothing else.
const asEvent = ({ id, type, data, metadata }: StoredEvent) =>
  jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType })

/** Counted as the server counts for its own limit: a character of the type takes two bytes. */
const sizeOf = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + bytesOf(data) + bytesOf(metadata), 0)

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
