import { z } from 'zod'
import { mutationSummary, recentMutations, trailAnswer, usage } from '../answers/audit.js'
import { MEMORY } from '../answers/named.js'
import { countIn } from '../fields.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

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
