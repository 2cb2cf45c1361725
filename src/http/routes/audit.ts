import { z } from 'zod'
import { actor, reason } from '../../domain/event.js'
import { count, id, MEMORY, moment, named } from '../answers/named.js'
import { countIn } from '../fields.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

const usage = named(
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

const byAction = z.object({
  add: count,
  update: count,
  supersede: count,
  delete: count,
  contest: count,
  clarify: count,
  share: count,
  restore: count,
  erase: count,
})

const mutationSummary = named(
  'MutationSummary',
  'How often memories were changed: creates are add, deletes are delete and erase, updates all else.',
  {
    creates: count,
    updates: count,
    deletes: count,
    total: count,
    byAction,
    memories: count.describe('How many there ever were.'),
  },
)

const change = {
  action: byAction.keyof(),
  timestamp: moment,
  reason: reason.nullable().describe('A short code.'),
  actor: actor.describe('The class of the key, and the agent.'),
}

const mutation = named('Mutation', 'One change of one memory.', {
  memoryId: id,
  version: z.int().min(1).describe('What it made of the memory.'),
  ...change,
})

const recentMutations = named('RecentMutations', 'The last changes of any of the memories, newest first.', {
  mutations: z.array(mutation),
  count,
})

const entry = named('TrailEntry', 'What one version of a memory changed, when, by whom and why.', {
  version: z.int().min(1).describe('From 1, without gaps.'),
  ...change,
  episodeId: id.nullable(),
  content: z.string().optional().describe('As of that version; only where the caller may see the memory.'),
  key: z.string().optional().describe('The same of its key, if it has one.'),
})

const trailAnswer = named('Trail', 'The history of a memory, oldest first.', {
  memoryId: id,
  trail: z.array(entry),
  versionCount: count,
})

/** For the owner of the user's data: it covers every scope. */
const ownerQuery = z.object({ user_id: scopeFields.user_id })

export const cap = read({
  method: 'get',
  path: '/v1/memories/cap',
  name: 'memoryCap',
  tag: 'Memories',
  summary: 'How much of their quota of memories a user has used.',
  description: 'Advice, unless the deployment enforces it: then an ingest that would go over it is refused.',
  input: ownerQuery,
  example: { user_id: 'ana' },
  result: usage,
  answer: ({ edge, input }) => edge.api.usage(input.user_id),
})

export const trail = read({
  method: 'get',
  path: '/v1/memories/:id/audit',
  name: 'memoryTrail',
  tag: 'Audit',
  summary: 'Every version of a memory, oldest first, deleted or not.',
  description:
    'Speaks to the owner of the tenancy: whatever the scope, every version is told, its content only where the caller ' +
    'may see the memory.',
  params: memoryId,
  input: scopeQuery,
  example: { id: MEMORY, user_id: 'ana' },
  result: trailAnswer,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, params }) => edge.api.trail(scope, params.id),
})

export const auditSummary = read({
  method: 'get',
  path: '/v1/memories/audit/summary',
  name: 'auditSummary',
  tag: 'Audit',
  summary: 'How often the memories of a user were changed, in all scopes.',
  input: ownerQuery,
  example: { user_id: 'ana' },
  result: mutationSummary,
  answer: ({ edge, input }) => edge.api.mutations(input.user_id),
})

export const auditRecent = read({
  method: 'get',
  path: '/v1/memories/audit/recent',
  name: 'auditRecent',
  tag: 'Audit',
  summary: 'The last changes of any of the memories of a user, newest first, in all scopes.',
  input: ownerQuery.extend({ limit: countIn(1, 100, 20).describe('How many at most.') }),
  example: { user_id: 'ana', limit: 20 },
  result: recentMutations,
  answer: async ({ edge, input }) => {
    const mutations = await edge.api.recentMutations(input.user_id, input.limit)
    return { mutations, count: mutations.length }
  },
})
