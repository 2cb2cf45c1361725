import { type EpisodeEvent, episodeEvents } from './episode.js'
import { type MemoryEvent, memoryEvents } from './memory.js'
import { MemoriesRecalled } from './recall.js'
import { RequestAnswered } from './request.js'
import { StoreOpened } from './store.js'

/** Everything that can happen. */
export const events = [StoreOpened, ...episodeEvents, ...memoryEvents, MemoriesRecalled, RequestAnswered] as const

export type UserEvent = MemoryEvent | EpisodeEvent | MemoriesRecalled | RequestAnswered
export type DomainEvent = UserEvent | StoreOpened
