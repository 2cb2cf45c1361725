/** One stream holds all that happens to one user, so that a revision guards its decisions. */
export type StreamName =
  | `${string}-bank-${string}`
  | `${string}-recall-${string}`
  | `${string}-store`
  | `${string}-checkpoints`
/** The other stream of the same user; none for what belongs to no user. */
export const twinOf = (stream: StreamName): StreamName | undefined => {
  const [, prefix, kind, hash] = /^(.*)-(bank|recall)-([^-]+)$/.exec(stream) ?? []
  if (prefix === undefined || hash === undefined) return undefined
  return kind === 'bank' ? `${prefix}-recall-${hash}` : `${prefix}-bank-${hash}`
}

/** The stream of the memories of a user, of either of their streams. */
export const bankOf = (stream: StreamName): StreamName =>
  stream.includes('-recall-') ? (twinOf(stream) ?? stream) : stream

/** The hash of the user's id, by which their streams are named. */
export const hashIn = (stream: StreamName): string => stream.slice(stream.lastIndexOf('-') + 1)

/** What the user of a stream is called when their name is gone. It says who it is no more than the stream's name does. */
export const pseudonymOf = (stream: StreamName): string => `anon-${hashIn(stream).slice(0, 16)}`

/** Number of a stream's last event, from 0. */
export type Revision = bigint | 'no-stream'
/** Where an event stands in the log: later appends have higher ones. */
export type Position = bigint
export type Expected = Revision | 'any'

/** An event as the log keeps it. The codec makes it and reads it. */
export type StoredEvent = {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly metadata: {
    readonly schema: number
    /** Where the event stands in its append, so that a follower sees where an append ends. */
    readonly append: { readonly index: number; readonly count: number }
  } & Readonly<Record<string, unknown>>
}

/** Whether parts of an event, or the names in it, are sealed. One that was opened is not. */
export const isSealed = ({ metadata }: Pick<StoredEvent, 'metadata'>): boolean =>
  metadata.sealed !== undefined || metadata.sealedNames !== undefined

/** Whether the names of an event that was opened are erased. Nothing follows from it any more but that it stood there. */
export const isAnonymous = ({ metadata }: StoredEvent): boolean => metadata.anonymous === true

export type Recorded = StoredEvent & {
  readonly stream: StreamName
  readonly revision: bigint
  readonly position: Position
}

export type Appended = { readonly revision: bigint; readonly position: Position }

/** The stream has moved on since the decision: decide again. */
export class WrongRevision extends Error {
  readonly actual: Revision
  constructor(stream: StreamName, actual: Revision) {
    super(`${stream} is at ${actual}`)
    this.actual = actual
  }
}

/** The log cannot be reached. Of an append the outcome is unknown: the identical append settles it. */
export class EventStoreUnavailable extends Error {}

/** More appends are waiting than the queue holds. Nothing was written. */
export class EventStoreOverloaded extends Error {}

/** An append is larger than MAX_APPEND_BYTES. Nothing was written. */
export class AppendTooLarge extends Error {}

/** Known stretches without an event of this log: nobody looks twice. Positions are of its events; 0 is before all. */
export type Checkpoints = {
  /** No event of this log lies behind `position` up to the answer: `position` itself where nothing is known. */
  readonly after: (position: Position) => Position
  /** Says so, of an event of this log that is known to stand at `position`. */
  readonly note: (position: Position, checkpoint: Position) => void
}

/** The port. Every adapter passes the same contract suite. */
export interface EventStore {
  /** Whether the difference of two positions is a number of events; where not, positions have gaps. */
  readonly gapless: boolean
  /** Appends one event or more, all of it or nothing. Recognises its own retry by the events' ids and answers as the first time. */
  append(stream: StreamName, expected: Expected, events: readonly StoredEvent[]): Promise<Appended>
  head(stream: StreamName): Promise<{ readonly revision: Revision; readonly position: Position | 'start' }>
  /** The position of the log's last event. */
  end(): Promise<Position | 'start'>
  /** The stream's events in order, from revision `from` on. */
  read(stream: StreamName, from?: bigint): AsyncIterable<Recorded>
  /**
   * Every event after `after`, in log order, in batches that end where an append ends; waits for more until `signal`
   * aborts. A batch without an event says that a checkpoint has moved.
   */
  follow(after: Position | 'start', signal: AbortSignal): AsyncIterable<readonly Recorded[]>
  readonly checkpoints: Checkpoints
  /** How many appends wait for their turn in this process. */
  waiting(): number
  /** How often a server has sent a follower back to reading, as more came at once than it keeps for one. Nothing is lost by it. */
  overruns(): number
  /** Why the server refused the last append, as a sentence, where a right is missing; undefined once one succeeds. */
  refusal(): string | undefined
  close(): Promise<void>
}

/** One append as it goes to the log. */
export type Append = {
  readonly stream: StreamName
  readonly expected: Expected
  readonly events: readonly StoredEvent[]
}

/** Appends. After a lost connection the identical append (same ids) settles it. Throws what the second throws. */
export const appendDeterminate = async (
  store: Pick<EventStore, 'append'>,
  { stream, expected, events }: Append,
): Promise<Appended> => {
  try {
    return await store.append(stream, expected, events)
  } catch (error) {
    if (!(error instanceof EventStoreUnavailable)) throw error
    return store.append(stream, expected, events)
  }
}

/** The names of a log's streams of what belongs to no user. */
export const storeStreamsOf = (prefix: string) => ({
  /** What happens to the store itself. */
  store: `${prefix}-store` as const satisfies StreamName,
  /** The signed checkpoints of the log, which are many and large. */
  checkpoints: `${prefix}-checkpoints` as const satisfies StreamName,
})
export type StoreStreams = ReturnType<typeof storeStreamsOf>

/** Names of a log's streams. `hash` has a key, so that nobody can tell who is in the log. Any text may be a user id. */
export const streamsOf = (prefix: string, hash: (userId: string) => string) => ({
  /** Every mutation of one user's memories. */
  bank: (userId: string): StreamName => `${prefix}-bank-${hash(userId)}`,
  /** What was recalled of one user's memories. */
  recall: (userId: string): StreamName => `${prefix}-recall-${hash(userId)}`,
  /** What a user is called once they are erased. */
  pseudonym: (userId: string): string => pseudonymOf(`${prefix}-bank-${hash(userId)}`),
  ...storeStreamsOf(prefix),
})
export type Streams = ReturnType<typeof streamsOf>
