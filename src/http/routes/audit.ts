import { z } from 'zod'
import { actor, reason } from '../../domain/event.js'
import { count, id, moment, named } from '../answers/named.js'
import { countIn } from '../fields.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

const usage = named('Usage', {
  active_memories: count,
  max_memories: count,
  usage_ratio: z.number().min(0),
  status: z.enum(['ok', 'warn', 'exceeded']),
  recommendation: z.enum(['none', 'consolidate', 'decay', 'consolidate-and-decay']),
})

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

const mutationSummary = named('MutationSummary', {
  creates: count,
  updates: count,
  deletes: count,
  total: count,
  byAction,
  memories: count,
})

const change = {
  action: byAction.keyof(),
  timestamp: moment,
  reason: reason.nullable(),
  actor,
}

const mutation = named('Mutation', { memoryId: id, version: z.int().min(1), ...change })

const recentMutations = named('RecentMutations', { mutations: z.array(mutation), count })

const entry = named('TrailEntry', {
  version: z.int().min(1),
  ...change,
  episodeId: id.nullable(),
  content: z.string().optional(),
  key: z.string().optional(),
})

const trailAnswer = named('Trail', { memoryId: id, trail: z.array(entry), versionCount: count })

/** For the owner of the user's data: it covers every scope. */
const ownerQuery = z.object({ user_id: scopeFields.user_id })

export const cap = read({
  call: 'GET /v1/memories/cap',
  name: 'memoryCap',
  input: ownerQuery,
  result: usage,
  answer: ({ edge, input }) => edge.api.usage(input.user_id),
})

export const trail = read({
  call: 'GET /v1/memories/:id/audit',
  name: 'memoryTrail',
  params: memoryId,
  input: scopeQuery,
  result: trailAnswer,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, params }) => edge.api.trail(scope, params.id),
})

export const auditSummary = read({
  call: 'GET /v1/memories/audit/summary',
  name: 'auditSummary',
  input: ownerQuery,
  result: mutationSummary,
  answer: ({ edge, input }) => edge.api.mutations(input.user_id),
})

export const auditRecent = read({
  call: 'GET /v1/memories/audit/recent',
  name: 'auditRecent',
  input: ownerQuery.extend({ limit: countIn(1, 100, 20) }),
  result: recentMutations,
  answer: async ({ edge, input }) => {
    const mutations = await edge.api.recentMutations(input.user_id, input.limit)
    return { mutations, count: mutations.length }
  },
})
