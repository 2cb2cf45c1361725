import { z } from 'zod'
import { actor, reason } from '../../domain/metadata.js'
import { count, id, moment, named } from './named.js'
import { AT, MEMORY } from './samples.js'

export const mutationSummary = named({
  name: 'MutationSummary',
  says: 'How often memories were changed: creates are add, deletes are delete and erase, updates all else.',
  fields: {
    creates: count,
    updates: count,
    deletes: count,
    total: count,
    byAction: z.object({
      add: count,
      update: count,
      supersede: count,
      delete: count,
      clarify: count,
      share: count,
      erase: count,
    }),
    memories: count.describe('How many there ever were.'),
  },
  example: {
    creates: 3,
    updates: 2,
    deletes: 1,
    total: 6,
    byAction: { add: 3, update: 1, supersede: 0, delete: 1, clarify: 0, share: 1, erase: 0 },
    memories: 3,
  },
})

const added = {
  memoryId: MEMORY,
  version: 1,
  action: 'add',
  timestamp: AT,
  reason: 'extracted',
  actor: { key: 'standard', agentId: null },
} as const

const mutation = named({
  name: 'Mutation',
  says: 'One change of one memory.',
  fields: {
    memoryId: id,
    version: z.int().min(1).describe('What it made of the memory.'),
    action: z.enum(['add', 'update', 'supersede', 'delete', 'clarify', 'share', 'erase']),
    timestamp: moment,
    reason: reason.nullable().describe('A short code.'),
    actor: actor.describe('The class of the key, and the agent.'),
  },
  example: added,
})

export const recentMutations = named({
  name: 'RecentMutations',
  says: 'The last changes of any of the memories, newest first.',
  fields: { mutations: z.array(mutation), count },
  example: {
    mutations: [added],
    count: 1,
  },
})
