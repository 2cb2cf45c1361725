import { BACKWARDS, END, FORWARDS, type ReadStreamOptions, StreamNotFoundError } from '@eventstore/db-client'
import type { EventStore, Position, Recorded, StoredEvent, StreamName } from '../event-store.js'
import { answersOf } from './client-answers.js'
import type { Connection } from './connection.js'
import { UnsuitableServer } from './errors.js'

/** Whether a stream has the prefix. */
export type Belongs = (stream: string) => stream is StreamName

export const prefixesOf = (prefix: string): string[] => [
  `${prefix}-bank-`,
  `${prefix}-recall-`,
  `${prefix}-store`,
  `${prefix}-checkpoints`,
]

/** The server filters by prefix only, and a foreign stream's name may begin with one of ours. */
export const belongsTo =
  (prefix: string): Belongs =>
  (stream): stream is StreamName =>
    stream === `${prefix}-store` ||
    stream === `${prefix}-checkpoints` ||
    stream.startsWith(`${prefix}-bank-`) ||
    stream.startsWith(`${prefix}-recall-`)

/** An event as the client or a raw answer of the server has it. */
type Answered = Pick<Recorded, 'id' | 'type' | 'revision' | 'data'> & {
  readonly position?: { readonly commit: bigint }
  readonly metadata?: unknown
}

/** An event in the form of the port. Throws UnsuitableServer where the server does not send its position. */
export const recordedOf = (event: Answered, stream: StreamName): Recorded => ({
  position: positionOf(event),
  stream,
  revision: event.revision,
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: metadataOf(event.metadata),
})

/** The position from a server that sends none: -1, as the client reads it. */
const NONE = 2n ** 64n - 1n

/** The position that the server sent, if any. */
export const told = (position: { readonly commit: bigint } | undefined): Position | undefined =>
  position?.commit === NONE ? undefined : position?.commit

const positionOf = (event: Answered): Position => {
  const position = told(event.position)
  if (position !== undefined) return position
  throw new UnsuitableServer(
    'This EventStoreDB does not tell where the events of a stream stand in the log. Take version 22.10 or a later one.',
  )
}

const ALONE = { index: 0, count: 1 }

/** A foreign event in a stream of ours may have none; the codec then refuses it. */
const metadataOf = (metadata: unknown): StoredEvent['metadata'] => {
  const given = typeof metadata === 'object' && metadata !== null ? metadata : {}
  const append: unknown = Reflect.get(given, 'append')
  return { schema: 0, ...given, append: isPlace(append) ? append : ALONE }
}

const isPlace = (append: unknown): append is StoredEvent['metadata']['append'] =>
  typeof append === 'object' &&
  append !== null &&
  Number.isInteger(Reflect.get(append, 'index')) &&
  Number.isInteger(Reflect.get(append, 'count'))

export type Reading = {
  readonly connection: Connection
  /** Timeout of an answer, in milliseconds. */
  readonly callMs: number
}

/** The events of a stream; none where there is no such stream. */
export async function* readEvents(
  { connection, callMs }: Reading,
  stream: StreamName,
  options: ReadStreamOptions,
): AsyncGenerator<Recorded> {
  const ask = () => connection.readStream(stream, { ...options, ...connection.call() })
  try {
    for await (const { event } of answersOf({ connection, ask, right: `read ${stream}`, ms: callMs }))
      if (event) yield recordedOf(event, stream)
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
}

export const readForwards = (reading: Reading, stream: StreamName, from: bigint): AsyncIterable<Recorded> =>
  readEvents(reading, stream, { direction: FORWARDS, fromRevision: from })

export const readBackwards = (reading: Reading, stream: StreamName, most: number): AsyncIterable<Recorded> =>
  readEvents(reading, stream, { direction: BACKWARDS, fromRevision: END, maxCount: most })

/** The last event of a stream. */
export const readHead =
  (reading: Reading): EventStore['head'] =>
  async (stream) => {
    for await (const { revision, position } of readBackwards(reading, stream, 1)) return { revision, position }
    return { revision: 'no-stream', position: 'start' }
  }
