import { type EpisodeEvent, episodeEvents } from './episode.js'
import { type MemoryEvent, memoryEvents } from './memory.js'
import { MemoriesRecalled } from './recall.js'
import { RequestAnswered } from './request.js'
import { type StoreEvent, storeEvents } from './store.js'

/** Everything that can happen. */
export const events = [...storeEvents, ...episodeEvents, ...memoryEvents, MemoriesRecalled, RequestAnswered] as const

export type UserEvent = MemoryEvent | EpisodeEvent | MemoriesRecalled | RequestAnswered
export type DomainEvent = UserEvent | StoreEvent
