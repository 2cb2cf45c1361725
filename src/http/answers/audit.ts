import { z } from 'zod'
import { actor, reason } from '../../domain/event.js'
import { AT, count, EPISODE, id, MEMORY, moment, named } from './named.js'

export const usage = named({
  name: 'Usage',
  says: 'What a user makes of their quota: ok below 80 % of it, warn below all of it, else exceeded.',
  fields: {
    active_memories: count.describe('In all scopes, whoever may read them.'),
    max_memories: count,
    usage_ratio: z.number().min(0).describe('Above 1 where the quota is not enforced.'),
    status: z.enum(['ok', 'warn', 'exceeded']),
    recommendation: z
      .enum(['none', 'consolidate', 'decay', 'consolidate-and-decay'])
      .describe('From 80 % on consolidate, from 90 % on decay, from 100 % on both.'),
  },
  example: {
    active_memories: 84_000,
    max_memories: 100_000,
    usage_ratio: 0.84,
    status: 'warn',
    recommendation: 'consolidate',
  },
})

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
      contest: count,
      clarify: count,
      share: count,
      restore: count,
      erase: count,
    }),
    memories: count.describe('How many there ever were.'),
  },
  example: {
    creates: 3,
    updates: 2,
    deletes: 1,
    total: 6,
    byAction: { add: 3, update: 1, supersede: 0, delete: 1, contest: 0, clarify: 0, share: 1, restore: 0, erase: 0 },
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
    action: actionOfMemory,
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

const deleted = {
  version: 2,
  action: 'delete' as const,
  timestamp: '2026-06-01T12:00:00.000Z',
  reason: 'requested' as const,
  actor: { key: 'standard' as const, agentId: null },
  episodeId: null,
  content: 'Ana: I moved to Lisbon yesterday.',
}

const entry = named({
  name: 'TrailEntry',
  says: 'What one version of a memory changed, when, by whom and why.',
  fields: {
    version: z.int().min(1).describe('From 1, without gaps.'),
    action: actionOfMemory,
    timestamp: moment,
    reason: reason.nullable().describe('A short code.'),
    actor: actor.describe('The class of the key, and the agent.'),
    episodeId: id.nullable(),
    content: z.string().optional().describe('As of that version; only where the caller may see the memory.'),
    key: z
      .string()
      .optional()
      .meta({ description: 'The same of its key, if it has one.', examples: ['user.home'] }),
  },
  example: deleted,
})

export const trailAnswer = named({
  name: 'Trail',
  says: 'The history of a memory, oldest first.',
  fields: { memoryId: id, trail: z.array(entry), versionCount: count },
  example: {
    memoryId: MEMORY,
    trail: [{ ...deleted, version: 1, action: 'add', timestamp: AT, reason: 'extracted', episodeId: EPISODE }, deleted],
    versionCount: 2,
  },
})
