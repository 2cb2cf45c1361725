import { z } from 'zod'
import { MEMORY, RECALL } from '../answers/named.js'
import { recall as recallAnswer, recallsOfMemory } from '../answers/recall.js'
import { cursor, paged } from '../cursor.js'
import { countIn, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

export const recall = read({
  method: 'get',
  path: '/v1/memories/recalls/:id',
  name: 'getRecall',
  tag: 'Search',
  summary: 'What a search was asked, and what it returned.',
  description:
    'By the `recall_id` of its answer, months later too: RECALL_RETENTION_DAYS says how long. For the asker alone: the ' +
    'same user and, in a workspace, the same agent. Of memories it tells ids, versions and scores, never what they say.',
  params: z.object({ id: uuid.describe('The `recall_id` of an answer.').meta({ examples: [RECALL] }) }),
  input: scopeQuery,
  example: { id: RECALL, user_id: 'ana' },
  result: recallAnswer,
  errors: ['RecallNotFound'],
  answer: ({ edge, scope, params }) => edge.api.recall(scope, params.id),
})

export const memoryRecalls = read({
  method: 'get',
  path: '/v1/memories/:id/recalls',
  name: 'memoryRecalls',
  tag: 'Search',
  summary: 'Which searches of the caller returned a memory, newest first.',
  description: 'Those of other agents are not among them. Page by `cursor`.',
  params: memoryId,
  input: z.object({
    ...scopeFields,
    limit: countIn(1, 1000, 20).describe('How many at most.'),
    cursor: cursor.optional().describe('What comes behind the page that named it.'),
  }),
  example: { id: MEMORY, user_id: 'ana', limit: 20 },
  result: recallsOfMemory,
  errors: ['MemoryNotFound'],
  answer: async ({ edge, scope, params, input: { limit, cursor } }) =>
    paged(await edge.api.recallsOf(scope, { id: params.id, limit, ...omitUndefined({ after: cursor }) })),
})
