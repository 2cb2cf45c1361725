import { z } from 'zod'
import { usage } from '../answers/cap.js'
import { nothing, read } from '../route.js'
import { scopeFields } from '../scope.js'

/** Of the whole tenancy: an owner asks, whatever the scope. */
export const ownerQuery = z.object({ user_id: scopeFields.user_id })

export const cap = read({
  method: 'get',
  path: '/v1/memories/cap',
  name: 'memoryCap',
  tag: 'Memories',
  summary: 'How much of their quota of memories a user has used.',
  description: 'Advice, unless the deployment enforces it: then an ingest that would go over it is refused.',
  params: nothing,
  input: ownerQuery,
  example: { user_id: 'ana' },
  result: usage,
  answer: ({ edge, input }) => edge.api.usage(input.user_id),
})
