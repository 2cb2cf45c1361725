import { AccessDeniedError, isCommandError, StreamNotFoundError } from '@eventstore/db-client'
import { EventStoreUnavailable } from '../event-store.js'

/** The event store lets this user not in, or not do what was asked. Nothing was written. */
export class EventStoreRefused extends EventStoreUnavailable {
  override readonly name = 'EventStoreRefused'
}

/** Statuses of gRPC by which a server says that this request will never do. */
const NEVER = new Set([3, 8, 9, 11, 12])
const PERMISSION_DENIED = 7

/** What the log throws for a fault of the client: EventStoreUnavailable unless trying again would not help. No message quotes the address. */
export const faultOf = (error: unknown): unknown => {
  if (error instanceof EventStoreUnavailable || error instanceof TypeError || error instanceof RangeError) return error
  if (error instanceof UnsuitableServer || error instanceof StreamNotFoundError) return error
  if (!(error instanceof Error && isCommandError(error)))
    return new EventStoreUnavailable('the event store cannot be found', { cause: error })
  if (error instanceof AccessDeniedError || error.code === PERMISSION_DENIED)
    return new EventStoreRefused('the event store refuses this user', { cause: error })
  if (error.code !== undefined && NEVER.has(error.code))
    return new Error(`the event store refuses what it is asked for (gRPC status ${error.code})`, { cause: error })
  return new EventStoreUnavailable('the event store cannot be reached', { cause: error })
}

/** The server lacks something that the log cannot do without. */
export class UnsuitableServer extends Error {
  override readonly name = 'UnsuitableServer'
}
