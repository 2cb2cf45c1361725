import type { DomainEvent } from '../../src/domain/all-events.js'
import { by } from './sample-parts.js'

/** What happens to a user as a whole, and what they were answered. */
export const userSamples: Readonly<Record<string, DomainEvent>> = {
  RequestAnswered: {
    type: 'RequestAnswered',
    metadata: by,
    data: { key: 'ab'.repeat(32), request: 'cd'.repeat(32), answer: '{"memoryIds":[]}' },
  },
  UserErased: {
    type: 'UserErased',
    metadata: by,
    data: {
      extent: { memories: 12, derived: 2, episodes: 3, turns: 14, lessons: 1, conflicts: 0, agents: 2, recalls: 4 },
      bank: { from: 0, to: 41 },
      recalls: null,
    },
  },
}
