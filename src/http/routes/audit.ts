import { read } from '../route.js'
import { memoryId, scopeQuery } from './memories.js'

export const trail = read({
  method: 'get',
  path: '/v1/memories/:id/audit',
  summary: 'Every version of a memory, oldest first, deleted or not.',
  params: memoryId,
  input: scopeQuery,
  answer: ({ edge, scope, params }) => edge.api.trail(scope, params.id),
})
