import { AccessDeniedError, isCommandError, StreamNotFoundError } from '@eventstore/db-client'
import { EventStoreUnavailable } from '../event-store.js'
import { EventStoreRefused, SubscriberOverrun, UnsuitableServer } from './errors.js'

/** Statuses of gRPC by which a server says that this request will never do. */
const NEVER = new Set([3, 8, 9, 11, 12])
const REFUSED = new Set([7, 16])
const ABORTED = 10

/** What the log throws for a fault of the client: EventStoreUnavailable unless trying again would not help. No message quotes the address. */
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
