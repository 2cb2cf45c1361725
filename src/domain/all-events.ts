import type { z } from 'zod'
import { agentEvents } from './agent.js'
import { conflictEvents } from './conflict/events.js'
import { episodeEvents } from './episode.js'
import { extractionEvents } from './extraction.js'
import { RequestAnswered } from './idempotency.js'
import { lessonEvents } from './lesson/events.js'
import { memoryEvents } from './memory/events.js'
import { recallEvents } from './recall.js'
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

export type DomainEvent = z.infer<(typeof events)[number]['schema']>
export type UserEvent = Exclude<DomainEvent, StoreEvent>

/** Whether the event belongs to a user rather than to the store. */
export const isOfUser = (event: DomainEvent): event is UserEvent => 'userId' in event.metadata
