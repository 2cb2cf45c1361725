import { z } from 'zod'
import { actor, reason } from '../../domain/event.js'
import { count, id, moment, named } from './named.js'

export const usage = named(
  'Usage',
  'What a user makes of their quota: ok below 80 % of it, warn below all of it, else exceeded.',
  {
    active_memories: count.describe('In all scopes, whoever may read them.'),
    max_memories: count,
    usage_ratio: z.number().min(0).describe('Above 1 where the quota is not enforced.'),
    status: z.enum(['ok', 'warn', 'exceeded']),
    recommendation: z
      .enum(['none', 'consolidate', 'decay', 'consolidate-and-decay'])
      .describe('From 80 % on consolidate, from 90 % on decay, from 100 % on both.'),
  },
)

const actionOfMemory = z.enum([
  'add',
  'update',
  'supersede',
  'delete',
  'contest',
  'clarify',
  'share',
  'restore',
  'erase',
])

export const mutationSummary = named(
  'MutationSummary',
  'How often memories were changed: creates are add, deletes are delete and erase, updates all else.',
  {
    creates: count,
    updates: count,
    deletes: count,
    total: count,
    byAction: z.object({
      add: count,
      update: count,
      supersede: count,
      delete: count,
      contest: count,
      clarify: count,
      share: count,
      restore: count,
      erase: count,
    }),
    memories: count.describe('How many there ever were.'),
  },
)

const mutation = named('Mutation', 'One change of one memory.', {
  memoryId: id,
  version: z.int().min(1).describe('What it made of the memory.'),
  action: actionOfMemory,
  timestamp: moment,
  reason: reason.nullable().describe('A short code.'),
  actor: actor.describe('The class of the key, and the agent.'),
})

export const recentMutations = named('RecentMutations', 'The last changes of any of the memories, newest first.', {
  mutations: z.array(mutation),
  count,
})

const entry = named('TrailEntry', 'What one version of a memory changed, when, by whom and why.', {
  version: z.int().min(1).describe('From 1, without gaps.'),
  action: actionOfMemory,
  timestamp: moment,
  reason: reason.nullable().describe('A short code.'),
  actor: actor.describe('The class of the key, and the agent.'),
  episodeId: id.nullable(),
  content: z.string().optional().describe('As of that version; only where the caller may see the memory.'),
  key: z.string().optional().describe('The same of its key, if it has one.'),
})

export const trailAnswer = named('Trail', 'The history of a memory, oldest first.', {
  memoryId: id,
  trail: z.array(entry),
  versionCount: count,
})
