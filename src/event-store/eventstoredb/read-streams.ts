import { BACKWARDS, END, FORWARDS, type ReadStreamOptions, StreamNotFoundError } from '@eventstore/db-client'
import type { EventStore, Recorded, StreamName } from '../event-store.js'
import type { Connection } from './connection.js'
import { recordedOf } from './recorded.js'
import { answersOf } from './with-timeout.js'

export type Reading = {
  readonly connection: Connection
  /** How long an answer may take, in milliseconds. */
  readonly callMs: number
}

/** The events of a stream; none where there is no such stream. */
export async function* readEvents(
  { connection, callMs }: Reading,
  stream: StreamName,
  options: ReadStreamOptions,
): AsyncGenerator<Recorded> {
  const read = connection.readStream(stream, { ...options, ...connection.call() })
  try {
    for await (const { event } of answersOf(read, callMs)) if (event) yield recordedOf(event, stream)
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
