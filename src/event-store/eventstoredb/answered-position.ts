import type { AppendResult } from '@eventstore/db-client'
import { EventStoreUnavailable, type StoredEvent, type StreamName } from '../event-store.js'
import { type Reading, readEvents } from './read-streams.js'
import { told } from './recorded.js'

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
export const answeredPositions = (reading: Reading) => {
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
