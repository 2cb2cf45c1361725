import type { UserEvent } from '../../domain/all-events.js'
import { isErased } from '../../domain/erasable.js'

/** What an event tells of one memory beside who, when and what it says. */
export const aboutMemory = (event: UserEvent, id: string): Readonly<Record<string, unknown>> => {
  switch (event.type) {
    case 'MemoryEmbedded': {
      const { of, model, dimensions, embedding } = event.data
      if (isErased(embedding)) return { of, model, dimensions, erased: true }
      return { of, model, dimensions, ...(embedding.vector === null ? { none: true } : {}) }
    }
    case 'MemorySuperseded':
      return { by: event.data.by }
    case 'MemoryClarified':
      return { outcome: event.data.outcome }
    case 'EpisodeIngested':
      return { ordinal: event.data.activated.find(({ memoryId }) => memoryId === id)?.ordinal }
    case 'MemoriesRecalled':
      return { times: event.data.recalls.find(({ memoryId }) => memoryId === id)?.times }
    case 'MemoriesDeleted':
    case 'MemoriesErased':
      return { together: event.data.memories.length }
    case 'MemoriesLinked':
      return {
        links: event.data.links.flatMap(({ from, to, similarity }) =>
          from === id || to === id ? [{ with: from === id ? to : from, similarity }] : [],
        ),
      }
    case 'EntitiesMentioned': {
      const said = event.data.mentions.flatMap(({ memoryId, said }) => (memoryId === id ? [said] : []))
      return { names: said.map((named) => (isErased(named) ? { erased: true } : named)) }
    }
    default:
      return {}
  }
}
