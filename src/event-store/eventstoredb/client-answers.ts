import type { Readable } from 'node:stream'
import { AccessDeniedError, isCommandError, StreamNotFoundError } from '@eventstore/db-client'
import { EventStoreUnavailable } from '../event-store.js'
import { EventStoreRefused, SubscriberOverrun, UnsuitableServer } from './errors.js'

/** gRPC statuses that mean that a retry cannot succeed. */
const NEVER = new Set([3, 8, 9, 11, 12])
const REFUSED = new Set([7, 16])
const ABORTED = 10

/** Maps an error of the client: EventStoreUnavailable unless a retry cannot succeed. No message quotes the address. */
export const faultOf = (error: unknown): unknown => {
  if (error instanceof EventStoreUnavailable || error instanceof TypeError || error instanceof RangeError) return error
  if (error instanceof UnsuitableServer || error instanceof StreamNotFoundError) return error
  const code = codeOf(error)
  if (code === undefined && !isClients(error))
    return new EventStoreUnavailable('the event store cannot be found', { cause: error })
  if (error instanceof AccessDeniedError || REFUSED.has(code ?? 0))
    return new EventStoreRefused('the event store refuses this user', { cause: error })
  if (NEVER.has(code ?? 0))
    return new Error(`the event store refuses what it is asked for (gRPC status ${code})`, { cause: error })
  if (code === ABORTED && error instanceof Error && error.message.includes('Consumer too slow'))
    return new SubscriberOverrun('the event store has more than it keeps for a live subscription', { cause: error })
  return new EventStoreUnavailable('the event store cannot be reached', { cause: error })
}

const isClients = (error: unknown): boolean => error instanceof Error && isCommandError(error)

/** The gRPC status of an error, of the client's own or as gRPC itself gives it. */
const codeOf = (error: unknown): number | undefined => {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'number' ? code : undefined
}

/** The same, or EventStoreUnavailable after this many milliseconds; a later result is ignored. */
export const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EventStoreUnavailable(`the event store has not answered within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

type Read<T> = AsyncIterable<T> & Pick<Readable, 'on' | 'destroy'> & { cancel(): unknown }

/** The results of a read, one by one, each with a timeout in milliseconds, which the client does not have. */
export async function* answersOf<T>(opening: Read<T> | Promise<Read<T>>, ms: number): AsyncGenerator<T> {
  const read = await opened(opening, ms)
  const answers = read[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await withTimeout(ms, answers.next())
      if (done) return
      yield value
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    cancel(read)
  }
}

/** A read, once the client has opened it. */
export const opened = async <T>(opening: Read<T> | Promise<Read<T>>, ms: number): Promise<Read<T>> => {
  try {
    const read = await withTimeout(ms, Promise.resolve(opening))
    // An error may arrive after the last answer was taken; without a listener it would end the process.
    read.on('error', () => {})
    return read
  } catch (error) {
    Promise.resolve(opening).then(cancel, () => {})
    throw faultOf(error)
  }
}

/** Ends a read on both sides, whatever is still in flight. */
export const cancel = (read: Pick<Read<unknown>, 'on' | 'destroy' | 'cancel'>): void => {
  read.on('error', () => {})
  // A read that is cancelled within its own callback would continue: https://github.com/grpc/grpc-node/issues/1652
  setImmediate(() => void Promise.resolve(read.cancel()).catch(() => {}))
  read.destroy()
}
