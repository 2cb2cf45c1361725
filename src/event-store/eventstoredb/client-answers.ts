import type { Readable } from 'node:stream'
import {
  AccessDeniedError,
  convertToCommandError,
  isCommandError,
  NotLeaderError,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { EventStoreUnavailable } from '../event-store.js'
import { type Connection, NO_LEADER } from './connection.js'
import { EventStoreRefused, NotLeader, SubscriberOverrun, UnsuitableServer } from './errors.js'

/** gRPC statuses that mean that a retry cannot succeed. */
const NEVER = new Set([3, 8, 9, 11, 12])
const PERMISSION_DENIED = 7
const ABORTED = 10
const UNAUTHENTICATED = 16

/**
 * Maps an error of the client: EventStoreUnavailable unless a retry cannot succeed. No message quotes the address.
 * `right` is what the call needs: to read or to append to a stream or `$all`.
 */
export const faultOf = (thrown: unknown, right: string): unknown => {
  if (thrown instanceof EventStoreUnavailable || thrown instanceof TypeError || thrown instanceof RangeError)
    return thrown
  if (thrown instanceof UnsuitableServer || thrown instanceof StreamNotFoundError) return thrown
  const error = thrown instanceof Error ? convertToCommandError(thrown) : undefined
  if (error === undefined || !isCommandError(error))
    return new EventStoreUnavailable('the event store cannot be found', { cause: thrown })
  const { code = -1, message } = error
  if (error instanceof NotLeaderError || message.includes(NO_LEADER))
    return new NotLeader(
      'the node of the event store that was asked does not lead, and no leader has answered: where this lasts, name all ' +
        'nodes in EVENTSTORE_URL, or one name for all as esdb+discover://',
      { cause: error },
    )
  if (code === UNAUTHENTICATED)
    return new EventStoreRefused(
      'the event store does not know the user of EVENTSTORE_URL, or not with this password',
      {
        cause: error,
      },
    )
  if (error instanceof AccessDeniedError || code === PERMISSION_DENIED)
    return new EventStoreRefused(`the event store does not let the user of EVENTSTORE_URL ${right}`, { cause: error })
  if (NEVER.has(code))
    return new Error(`the event store refuses what it is asked for (gRPC status ${code})`, { cause: error })
  if (code === ABORTED && message.includes('Consumer too slow'))
    return new SubscriberOverrun('the event store has more than it keeps for a live subscription', { cause: error })
  return new EventStoreUnavailable('the event store cannot be reached', { cause: error })
}

type Read<T> = AsyncIterable<T> & Pick<Readable, 'on' | 'destroy'> & { cancel(): unknown }

/** How a read is begun, with what right, and how many milliseconds each of its results may take. */
export type Asking<T> = {
  readonly connection: Connection
  readonly ask: () => Read<T> | Promise<Read<T>>
  readonly right: string
  readonly ms: number
}

/** The results of a read, one by one, each with a timeout, which the client does not have. */
export async function* answersOf<T>(asking: Asking<T>): AsyncGenerator<T> {
  let isAnswered = false
  try {
    for await (const answer of answersOnce(asking)) {
      isAnswered = true
      yield answer
    }
  } catch (error) {
    if (!(error instanceof NotLeader) || isAnswered) throw error
    yield* answersOnce(asking)
  }
}

async function* answersOnce<T>(asking: Asking<T>): AsyncGenerator<T> {
  const { connection, right, ms } = asking
  const read = await opened(asking)
  const answers = read[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await connection.inTime(ms, answers.next())
      if (done) return
      yield value
    }
  } catch (error) {
    throw faultOf(error, right)
  } finally {
    cancel(read)
  }
}

/** A read, once the client has opened it. */
export const opened = async <T>({ connection, ask, right, ms }: Asking<T>): Promise<Read<T>> => {
  const opening = Promise.resolve(listened(ask()))
  try {
    return listened(await connection.inTime(ms, opening))
  } catch (error) {
    opening.then(cancel, () => {})
    throw faultOf(error, right)
  }
}

/** An error may come before the first answer is awaited, and after the last; without a listener it would end the process. */
const listened = <Reading extends Read<unknown> | Promise<Read<unknown>>>(read: Reading): Reading => {
  if ('on' in read) read.on('error', () => {})
  return read
}

/** Ends a read on both sides, whatever is still in flight. */
export const cancel = (read: Pick<Read<unknown>, 'on' | 'destroy' | 'cancel'>): void => {
  read.on('error', () => {})
  // A read that is cancelled within its own callback would continue: https://github.com/grpc/grpc-node/issues/1652
  setImmediate(() => void Promise.resolve(read.cancel()).catch(() => {}))
  read.destroy()
}
