import type { DomainEvent } from '../../domain/all-events.js'
import { decode, FaultyEvent } from '../../event-store/codec.js'
import type { Position, Recorded } from '../../event-store/event-store.js'

/** What stands at this position cannot be read; the message says why, and never what was said. */
export class EventUnreadable extends Error {
  override readonly name = 'EventUnreadable'
  readonly position: Position
  readonly why: string
  constructor(position: Position, cause: Error) {
    super(`The event at position ${position} cannot be read: ${cause.message}.`, { cause })
    this.position = position
    this.why = cause.message
  }
}

/** A recorded event as the code of today understands it. Throws EventUnreadable. */
export const readEvent = (recorded: Recorded): DomainEvent => {
  try {
    return decode(recorded)
  } catch (error) {
    throw error instanceof FaultyEvent ? new EventUnreadable(recorded.position, error) : error
  }
}
