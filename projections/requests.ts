import type { DomainEvent } from '../src/domain/all-events.js'
import { type Projection, put } from '../src/projector/projection.js'

/** What callers were told, by the keys they chose. */
export const requests: Projection<DomainEvent> = {
  RequestAnswered: ({ data, metadata: m }) => [
    put(
      'answered_request',
      { user_id: m.userId, key: data.key },
      { request: data.request, answer: data.answer, at: m.at },
    ),
  ],
}
