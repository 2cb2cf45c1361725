import { isErased } from '../src/domain/erasable.js'
import type { DomainEvent } from '../src/domain/events.js'
import { type Projection, patch, put } from '../src/projector/projection.js'
import { episodeKey } from './keys.js'

/** What stands once for the memories of an ingest, and what they name and stand close to. */
export const episodes: Projection<DomainEvent> = {
  EpisodeRecorded: ({ data, metadata: m }) => [
    put('episode', episodeKey(m), {
      workspace_id: data.workspaceId,
      agent_id: data.agentId,
      visibility: data.visibility,
      granted_to: data.grantedTo,
      state: 'recorded',
      source_site: data.sourceSite,
      source_url: isErased(data.said) ? '' : data.said.sourceUrl,
      session_id: data.sessionId,
      observed_at: data.observedAt,
      metadata: isErased(data.said) ? {} : data.said.metadata,
      recorded_at: m.at,
      counts: null,
    }),
    put('episode_text', episodeKey(m), {
      conversation: isErased(data.said) ? null : data.said.conversation,
      messages: isErased(data.said) ? null : data.said.messages,
    }),
  ],
  EpisodeIngested: ({ data, metadata: m }) => [
    patch('episode', episodeKey(m), { state: 'ingested', counts: data.counts }),
  ],
  // What a memory says was said in its episode: the one cannot be erased and the other kept.
  MemoryErased: ({ metadata: m }) =>
    m.episodeId === undefined
      ? []
      : [patch('episode_text', { user_id: m.userId, id: m.episodeId }, { conversation: null, messages: null })],
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
