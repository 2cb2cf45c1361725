import { isErased } from '../src/domain/erasable.js'
import type { DomainEvent } from '../src/domain/events.js'
import { type Projection, put } from '../src/projector/projection.js'
import { episodeKey } from './keys.js'

/** What stands once for the memories of an ingest, and what they name and stand close to. */
export const episodes: Projection<DomainEvent> = {
  EpisodeRecorded: ({ data, metadata: m }) => [
    put('episode', episodeKey(m), {
      source_site: data.sourceSite,
      source_url: isErased(data.said) ? '' : data.said.sourceUrl,
      session_id: data.sessionId,
      observed_at: data.observedAt,
      metadata: isErased(data.said) ? {} : data.said.metadata,
      recorded_at: m.at,
    }),
  ],
  MemoriesLinked: ({ data, metadata: m }) =>
    data.links.map(({ from, to, similarity }) =>
      put('memory_link', { user_id: m.userId, from_id: from, to_id: to }, { similarity }),
    ),
  EntitiesMentioned: ({ data, metadata: m }) =>
    data.mentions.flatMap(({ memoryId, said }) =>
      isErased(said)
        ? []
        : [put('memory_entity', { user_id: m.userId, id: memoryId, name: said.name }, { type: said.type })],
    ),
}
