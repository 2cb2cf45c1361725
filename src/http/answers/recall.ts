import { z } from 'zod'
import { AT, count, id, MEMORY, moment, named, OTHER_MEMORY, RECALL } from './named.js'
import { scopeAnswer } from './search.js'

const mode = z.enum(['full', 'fast']).describe('Which search it was.')
const rank = z.int().min(1)
const when = moment.nullable().meta({ examples: [AT] })

const asked = named({
  name: 'AskedSearch',
  says: 'The request, with the values that were in force; null is what was not given, or is withheld.',
  fields: {
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
        from: moment.optional().meta({ examples: [AT] }),
        to: moment.optional().meta({ examples: [AT] }),
        of: z.enum(['observed', 'valid']),
      })
      .nullable()
      .meta({ examples: [null] }),
    min_score: z.number().nullable(),
    min_words: z.number().nullable(),
    min_similarity: z.number().nullable(),
    current_only: z.boolean().nullable(),
    subject: z.string().nullable(),
    key: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  },
  example: {
    query: null,
    limit: 10,
    threshold: 0.3,
    retrieval_mode: 'flat' as const,
    token_budget: 2000,
    as_of: null,
    source_site: 'chat',
    namespace_scope: null,
    session_id: null,
    memory_type: null,
    from: null,
    to: null,
    time_window: null,
    min_score: null,
    min_words: null,
    min_similarity: null,
    current_only: false,
    subject: null,
    key: null,
    metadata: null,
  },
})

const shown = z.object({
  memory_id: id,
  version: rank.describe('Which version of it was shown.').meta({ examples: [1] }),
  score: z
    .number()
    .describe('Its score then.')
    .meta({ examples: [0.72] }),
})

export const recall = named({
  name: 'Recall',
  says: 'What a search was asked, and what it returned.',
  fields: {
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
    embedding: z
      .object({ model: z.string(), dimensions: count })
      .describe('The model that compared meanings.')
      .meta({ examples: [{ model: 'static-en', dimensions: 256 }] }),
    ranking: z
      .string()
      .describe(
        'The release of the service, and a fingerprint of its stages and weights: answers of equal ones were ranked alike.',
      ),
    memories: z.array(shown).describe('What was returned, best first; also what is no longer there or visible.'),
    count: count.describe('How many `memories` there are.'),
  },
  example: {
    recall_id: RECALL,
    at: AT,
    position: '4096',
    mode: 'full' as const,
    scope: { kind: 'user' as const, userId: 'ana' },
    asked: {
      ...{ query: null, limit: 10, threshold: 0.3, retrieval_mode: 'flat' as const, token_budget: 2000, as_of: null },
      ...{ source_site: 'chat', namespace_scope: null, session_id: null, memory_type: null, from: null, to: null },
      ...{ time_window: null, min_score: null, min_words: null, min_similarity: null, current_only: false },
      ...{ subject: null, key: null, metadata: null },
    },
    words: 'none' as const,
    withheld: ['query' as const],
    embedding: { model: 'static-en', dimensions: 256 },
    ranking: '0.1.0+5f2a91c4',
    memories: [
      { memory_id: MEMORY, version: 1, score: 0.72 },
      { memory_id: OTHER_MEMORY, version: 2, score: 0.41 },
    ],
    count: 2,
  },
})

const shownIn = named({
  name: 'ShownIn',
  says: 'A search that returned a memory.',
  fields: {
    recall_id: id,
    at: moment.describe('When it was answered.'),
    mode,
    rank: rank.describe('Its place in the answer, from 1.'),
    version: rank.describe('Which version of it was shown.'),
    score: z.number().describe('Its score then.'),
  },
  example: { recall_id: RECALL, at: AT, mode: 'full' as const, rank: 1, version: 1, score: 0.72 },
})

export const recallsOfMemory = named({
  name: 'RecallsOfMemory',
  says: 'Where a memory was shown to the caller.',
  fields: {
    recalls: z.array(shownIn).describe('Newest first.'),
    count: count.describe('How many there are on this page.'),
    next_cursor: z.string().nullable().describe('For the page behind this one; null on the last.'),
  },
  example: {
    recalls: [{ recall_id: RECALL, at: AT, mode: 'full' as const, rank: 1, version: 1, score: 0.72 }],
    count: 1,
    next_cursor: null,
  },
})
