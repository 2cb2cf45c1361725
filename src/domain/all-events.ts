import { type EpisodeEvent, episodeEvents } from './episode.js'
import { type ExtractionEvent, extractionEvents } from './extraction.js'
import { RequestAnswered } from './idempotency.js'
import { type LessonEvent, lessonEvents } from './lesson.js'
import { type MemoryEvent, memoryEvents } from './memory/events.js'
import { MemoriesRecalled } from './recall.js'
import { type StoreEvent, storeEvents } from './store.js'

/** Every event type. */
export const events = [
  ...storeEvents,
  ...episodeEvents,
  ...extractionEvents,
  ...memoryEvents,
  ...lessonEvents,
  MemoriesRecalled,
  RequestAnswered,
] as const

export type UserEvent = MemoryEvent | LessonEvent | EpisodeEvent | ExtractionEvent | MemoriesRecalled | RequestAnswered
export type DomainEvent = UserEvent | StoreEvent

/** Whether the event belongs to a user rather than to the store. */
export const isOfUser = (event: DomainEvent): event is UserEvent => 'userId' in event.metadata
