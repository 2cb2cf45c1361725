import type { DomainEvent } from '../src/domain/all-events.js'
import type { Metadata } from '../src/domain/event.js'
import type { UserExtent } from '../src/domain/user.js'
import { type Change, clear, type Projection, put } from '../src/projector/projection.js'

/** What is done to a part of what there is of a user: it goes with the user. */
const OF_A_PART = [
  'record',
  'ingest',
  'add',
  'update',
  'supersede',
  'restore',
  'contest',
  'clarify',
  'share',
  'delete',
  'erase',
  'trust',
] as const

/** Actions done with the admin key. Events that only follow from one, and memories left pending, are not listed. */
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
  // That the user was erased stays.
  UserErased: ({ data, metadata: m }) => [
    ...OF_A_PART.map((action) => clear('admin_action', { user_id: m.userId, action })),
    ...done(m, 'erase_user', data),
  ],
}

type Action = (typeof OF_A_PART)[number] | 'erase_user'

type About = { readonly memoryId?: string; readonly extent?: UserExtent }

const done = (m: Metadata, action: Action, { memoryId, extent }: About): readonly Change[] =>
  m.actor.key === 'admin'
    ? [
        put(
          'admin_action',
          { user_id: m.userId, command_id: m.commandId, action, about: memoryId ?? m.episodeId ?? m.commandId },
          { memory_id: memoryId ?? null, episode_id: m.episodeId ?? null, at: m.at, extent: extent ?? null },
        ),
      ]
    : []
