import { z } from 'zod'
import { count, id, moment, named } from '../answers/named.js'
import { cursor, paged, paging, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'
import { scopeAnswer } from './search.js'

const mode = z.enum(['full', 'fast'])
const rank = z.int().min(1)
const when = moment.nullable()

const asked = named('AskedSearch', {
  query: z.string().nullable(),
  limit: count,
  threshold: z.number(),
  retrieval_mode: z.enum(['flat', 'tiered', 'abstract-aware']),
  token_budget: count,
  as_of: when,
  source_site: z.string().nullable(),
  namespace_scope: z.string().nullable(),
  session_id: z.string().nullable(),
  memory_type: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  time_window: z
    .object({
      from: z.string().optional(),
      to: z.string().optional(),
      of: z.enum(['observed', 'valid']),
    })
    .nullable(),
  time_zone: z.string().nullable(),
  min_score: z.number().nullable(),
  current_only: z.boolean().nullable(),
  packed: z.enum(['best', 'all']).nullable(),
  include_superseded: z.boolean().nullable(),
  subject: z.string().nullable(),
  key: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})

const shown = z.object({ memory_id: id, version: rank, score: z.number() })

export const recallAnswer = named('Recall', {
  recall_id: id,
  at: moment,
  position: z.string().regex(/^\d+$/),
  mode,
  scope: scopeAnswer,
  asked,
  words: z.enum(['none', 'kept', 'erased']),
  withheld: z.array(z.enum(['query', 'subject', 'key', 'metadata'])),
  embedding: z.object({ model: z.string(), dimensions: count }),
  ranking: z.string(),
  memories: z.array(shown),
  count,
})

const shownIn = named('ShownIn', {
  recall_id: id,
  at: moment,
  mode,
  rank,
  version: rank,
  score: z.number(),
})

const recallsOfMemory = named('RecallsOfMemory', {
  recalls: z.array(shownIn),
  count,
  next_cursor: z.string().nullable(),
})

export const recall = read({
  call: 'GET /v1/memories/recalls/:id',
  name: 'getRecall',
  params: z.object({ id: uuid }),
  input: scopeQuery,
  result: recallAnswer,
  errors: ['RecallNotFound'],
  answer: ({ edge, scope, params }) => edge.api.recall(scope, params.id),
})

export const memoryRecalls = read({
  call: 'GET /v1/memories/:id/recalls',
  name: 'memoryRecalls',
  params: memoryId,
  input: z.object({ ...scopeFields, limit: paging.limit, cursor: cursor.optional() }),
  result: recallsOfMemory,
  errors: ['MemoryNotFound'],
  answer: async ({ edge, scope, params, input: { limit, cursor } }) =>
    paged(await edge.api.recallsOf(scope, { id: params.id, limit, ...omitUndefined({ after: cursor }) })),
})
