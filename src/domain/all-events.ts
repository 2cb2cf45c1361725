import { type AgentTrustSet, agentEvents } from './agent.js'
import { type ConflictEvent, conflictEvents } from './conflict/events.js'
import { type EpisodeEvent, episodeEvents } from './episode.js'
import { type ExtractionEvent, extractionEvents } from './extraction.js'
import { RequestAnswered } from './idempotency.js'
import { type LessonEvent, lessonEvents } from './lesson/events.js'
import { type MemoryEvent, memoryEvents } from './memory/events.js'
import { type RecallEvent, recallEvents } from './recall.js'
import { type StoreEvent, storeEvents } from './store.js'
import { UserErased } from './user.js'

/** Every event type. */
export const events = [
  ...storeEvents,
  ...episodeEvents,
  ...extractionEvents,
  ...memoryEvents,
  ...agentEvents,
  ...lessonEvents,
  ...conflictEvents,
  ...recallEvents,
  RequestAnswered,
  UserErased,
] as const

export type UserEvent =
  | MemoryEvent
  | EpisodeEvent
  | ExtractionEvent
  | AgentTrustSet
  | LessonEvent
  | ConflictEvent
  | RecallEvent
  | RequestAnswered
  | UserErased
export type DomainEvent = UserEvent | StoreEvent

/** Whether the event belongs to a user rather than to the store. */
export const isOfUser = (event: DomainEvent): event is UserEvent => 'userId' in event.metadata
