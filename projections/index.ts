import type { DomainEvent } from '../src/domain/all-events.js'
import { type EmbeddingModel, sameModel } from '../src/domain/embedding.js'
import { type Projection, put } from '../src/projector/projection.js'
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
const ofModel = (
  { MemoryEmbedded: embedded, LessonEmbedded: lessonEmbedded, ...rest }: Projection<DomainEvent>,
  model: EmbeddingModel,
): Projection<DomainEvent> => ({
  ...rest,
  ...(embedded && { MemoryEmbedded: (event) => (sameModel(event.data, model) ? embedded(event) : []) }),
  ...(lessonEmbedded && {
    LessonEmbedded: (event) => (sameModel(event.data, model) ? lessonEmbedded(event) : []),
  }),
})

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

const all: readonly Projection<DomainEvent>[] = [
  memories,
  tellings,
  trail,
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
