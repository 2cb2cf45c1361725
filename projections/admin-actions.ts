import type { DomainEvent } from '../src/domain/all-events.js'
import type { Metadata } from '../src/domain/event.js'
import { type Change, type Projection, put } from '../src/projector/projection.js'

/**
 * Actions done with the admin key. Events that only follow from an action (embeddings, links, mentions) are not listed;
 * the log has them under the same command id. Memories that an episode left pending are not listed either.
 */
export const adminActions: Projection<DomainEvent> = {
  EpisodeRecorded: ({ metadata: m }) => done(m, 'record', {}),
  EpisodeIngested: ({ data, metadata: m }) => [
    // An ingest that ended because its episode was deleted stored nothing.
    ...(m.reason === 'requested' ? [] : done(m, 'ingest', {})),
    ...data.activated.flatMap(({ memoryId }) => done(m, 'add', { memoryId })),
  ],
  MemoryStored: ({ data, metadata: m }) => (data.status === 'pending' ? [] : done(m, 'add', m)),
  MemoryUpdated: ({ metadata: m }) => done(m, 'update', m),
  MemorySuperseded: ({ metadata: m }) => done(m, 'supersede', m),
  MemoryRestored: ({ metadata: m }) => done(m, 'restore', m),
  MemoryContested: ({ metadata: m }) => done(m, 'contest', m),
  MemoryClarified: ({ metadata: m }) => done(m, 'clarify', m),
  MemoryShared: ({ metadata: m }) => done(m, 'share', m),
  MemoryDeleted: ({ metadata: m }) => done(m, 'delete', m),
  MemoriesDeleted: ({ data, metadata: m }) => data.memories.flatMap(([memoryId]) => done(m, 'delete', { memoryId })),
  MemoriesErased: ({ data, metadata: m }) => [
    ...data.memories.flatMap(([memoryId]) => done(m, 'erase', { memoryId })),
    ...data.episodes.flatMap(([episodeId, turns]) => (turns === null ? done({ ...m, episodeId }, 'erase', {}) : [])),
  ],
  EpisodesDeleted: ({ data, metadata: m }) =>
    data.episodes.flatMap(([episodeId]) => done({ ...m, episodeId }, 'delete', {})),
  MemoryErased: ({ metadata: m }) => done(m, 'erase', m),
  AgentTrustSet: ({ metadata: m }) => done(m, 'trust', {}),
}

const done = (m: Metadata, action: string, { memoryId }: { readonly memoryId?: string }): readonly Change[] =>
  m.actor.key === 'admin'
    ? [
        put(
          'admin_action',
          { user_id: m.userId, command_id: m.commandId, action, about: memoryId ?? m.episodeId ?? m.commandId },
          { memory_id: memoryId ?? null, episode_id: m.episodeId ?? null, at: m.at },
        ),
      ]
    : []
