import type { DomainEvent } from '../src/domain/all-events.js'
import { type EmbeddingModel, sameModel } from '../src/domain/embedding.js'
import type { LessonOf } from '../src/domain/lesson/events.js'
import type { MemoryOf } from '../src/domain/memory/events.js'
import { type Change, changesOf, clear, drop, type Projection, put } from '../src/projector/projection.js'
import { adminActions } from './admin-actions.js'
import { agents } from './agents.js'
import { episodes } from './episodes.js'
import { erasedUsers } from './erased-users.js'
import { extraction } from './extraction.js'
import { lessons } from './lessons.js'
import { memories } from './memories.js'
import { recalls } from './recalls.js'
import { tellings } from './tellings.js'
import { trail } from './trail.js'

/** The same read model restricted to the vectors of one embedding model. */
const ofModel = (projection: Projection<DomainEvent>, model: EmbeddingModel): Projection<DomainEvent> => {
  const embedded = (event: MemoryOf<'MemoryEmbedded'> | LessonOf<'LessonEmbedded'>) =>
    sameModel(event.data, model) ? changesOf<DomainEvent>(projection, event) : []
  return { ...projection, MemoryEmbedded: embedded, LessonEmbedded: embedded }
}

/** Responses by idempotency key. */
const requests: Projection<DomainEvent> = {
  RequestAnswered: ({ data, metadata: m }) => [
    put(
      'answered_request',
      { user_id: m.userId, key: data.key },
      { request: data.request, answer: data.answer, at: data.since ?? m.at },
    ),
  ],
}

/** Memories of an episode that are still pending and never become active leave no rows. */
const unstored: Projection<DomainEvent> = {
  EpisodeAbandoned: ({ data, metadata: { userId } }) => data.memoryIds.flatMap((id) => rowless(userId, id)),
  EpisodesDeleted: ({ data, metadata: { userId } }) => data.pending.flatMap((id) => rowless(userId, id)),
  MemoriesErased: ({ data, metadata: { userId } }) => data.pending.flatMap((id) => rowless(userId, id)),
}

const ROWS_OF_A_MEMORY = ['memory_entity', 'memory_evidence', 'memory_version', 'memory_wording', 'memory_readers']

const rowless = (user_id: string, id: string): readonly Change[] => [
  ...['memory', 'memory_text', 'memory_access'].map((table) => drop(table, { user_id, id })),
  ...ROWS_OF_A_MEMORY.map((table) => clear(table, { user_id, id })),
  clear('memory_telling', { user_id, memory_id: id }),
]

const all: readonly Projection<DomainEvent>[] = [
  memories,
  tellings,
  trail,
  unstored,
  episodes,
  extraction,
  agents,
  recalls,
  lessons,
  requests,
  erasedUsers,
  adminActions,
]

/** The complete list of read models, with the vectors of one embedding model. `version.ts` tells when they give other rows. */
export const projections = {
  of: (model: EmbeddingModel) => all.map((projection) => ofModel(projection, model)),
} as const
