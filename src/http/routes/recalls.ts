import { z } from 'zod'
import { count, id, MEMORY, moment, named, RECALL } from '../answers/named.js'
import { countIn, cursor, paged, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'
import { scopeAnswer } from './search.js'

const mode = z.enum(['full', 'fast']).describe('Which search it was.')
const rank = z.int().min(1)
const when = moment.nullable()

const asked = named(
  'AskedSearch',
  'The request, with the values that were in force; null is what was not given, or is withheld.',
  {
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
    from: when,
    to: when,
    time_window: z
      .object({
        from: moment.optional(),
        to: moment.optional(),
        of: z.enum(['observed', 'valid']),
      })
      .nullable(),
    min_score: z.number().nullable(),
    min_words: z.number().nullable(),
    min_similarity: z.number().nullable(),
    current_only: z.boolean().nullable(),
    subject: z.string().nullable(),
    key: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  },
)

const shown = z.object({
  memory_id: id,
  version: rank.describe('Which version of it was shown.'),
  score: z.number().describe('Its score then.'),
})

export const recallAnswer = named('Recall', 'What a search was asked, and what it returned.', {
  recall_id: id,
  at: moment.describe('When it was answered.'),
  position: z
    .string()
    .regex(/^\d+$/)
    .describe('A position of the log: the answer knew everything up to it, and hardly more.'),
  mode,
  scope: scopeAnswer.describe('Who asked.'),
  asked,
  words: z
    .enum(['none', 'kept', 'erased'])
    .describe(
      'What became of the words of the search. none: RECALL_RECEIPTS did not say that they be kept; erased: a memory that it returned was erased since.',
    ),
  withheld: z
    .array(z.enum(['query', 'subject', 'key', 'metadata']))
    .describe('Which of the given fields are not told, because the words are not kept or erased.'),
  embedding: z.object({ model: z.string(), dimensions: count }).describe('The model that compared meanings.'),
  ranking: z
    .string()
    .describe(
      'The release of the service, and a fingerprint of its stages and weights: answers of equal ones were ranked alike.',
    ),
  memories: z.array(shown).describe('What was returned, best first; also what is no longer there or visible.'),
  count: count.describe('How many `memories` there are.'),
})

const shownIn = named('ShownIn', 'A search that returned a memory.', {
  recall_id: id,
  at: moment.describe('When it was answered.'),
  mode,
  rank: rank.describe('Its place in the answer, from 1.'),
  version: rank.describe('Which version of it was shown.'),
  score: z.number().describe('Its score then.'),
})

const recallsOfMemory = named('RecallsOfMemory', 'Where a memory was shown to the caller.', {
  recalls: z.array(shownIn).describe('Newest first.'),
  count: count.describe('How many there are on this page.'),
  next_cursor: z.string().nullable().describe('For the page behind this one; null on the last.'),
})

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
