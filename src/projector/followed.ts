import type { EventStore, Position, Recorded, StreamName } from '../event-store/event-store.js'
import type { Databases } from '../postgres/database.js'
import type { ReadModel } from './apply/apply-events.js'
import type { ProjectionFault } from './apply/move-banks.js'
import type { ForeignReadModel } from './generations/foreign-read-model.js'

export type ProjectorLog = {
  readonly progress: (report: { readonly position: Position; readonly end: Position | 'start' }) => void
  readonly retrying: (error: unknown) => void
  readonly stopped: (fault: ProjectionFault | ForeignReadModel) => void
  /** Of several processes, this one projects from now on. */
  readonly leads: () => void
  /** A user was set aside, at this position of the log; and taken in again. */
  readonly parked: (stream: StreamName, fault: ProjectionFault) => void
  readonly resumed: (stream: StreamName) => void
}

/** A log to follow. */
export type FollowedLog = EventStore & {
  /** Destroys the keys of all that an event erases with a whole user, some at a time; absent where nothing is sealed. */
  readonly destroyErasedUser?: (event: Recorded) => AsyncIterable<unknown>
}

export type Followed = {
  readonly store: FollowedLog
  readonly model: ReadModel
  readonly log: ProjectorLog
  /** Of several processes on the same servers one projects: the one that has the lock. The others hear what it has shown. */
  readonly locks: Pick<Databases, 'lock' | 'listen'>
  /** Whether the next batch is read while one is applied; of no use where one connection does both. */
  readonly ahead?: boolean
  /** How often parked users are tried again and the log is asked for the last event, in milliseconds; else A_MINUTE. */
  readonly resumeMs?: number
}

export const A_MINUTE = 60_000
