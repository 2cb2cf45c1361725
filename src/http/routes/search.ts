import { z } from 'zod'
import { MEMORY } from '../answers/named.js'
import { explanation, searchAnswer } from '../answers/search.js'
import { instant, namespace, nameWithoutSecrets, someText } from '../fields.js'
import { bodyFilters, filtersOf, fromIsNotAfterTo } from '../filters.js'
import { omitUndefined } from '../omit-undefined.js'
import { type Edge, read } from '../route.js'
import { agentScope, echoOf, scopeFields } from '../scope.js'

const DEFAULT_TOKEN_BUDGET = 2000

const share = z
  .number()
  .min(0)
  .max(1)
  .optional()
  .meta({ examples: [0.2] })

const searchFastBody = z.object({
  ...scopeFields,
  query: someText(10_000).describe('What to look for.'),
  source_site: nameWithoutSecrets.optional().describe('Only memories from this platform.'),
  limit: z.int().min(1).max(100).optional().describe("How many memories at most; the server's maximum if absent."),
  namespace_scope: namespace.optional().describe('Only this namespace and everything below it.'),
  ...bodyFilters,
  agent_scope: agentScope,
  threshold: z.number().min(0).max(1).optional().describe('The least similarity of what matches no word.'),
  current_only: z
    .boolean()
    .default(false)
    .describe(
      'Leave out what holds no longer, so that what matches next takes its place: what has `outdated_by`, and what loses against a memory that contradicts it. Without effect where the query asks for the past or names a date.',
    ),
  min_score: share.describe('The least `score` of a memory in the answer.'),
  min_words: share.describe('How much of the words of the query a memory has to hold, as `lexical` in a trace says.'),
  min_similarity: share.describe('The least `similarity` of a memory, whatever words it holds.'),
  trace: z.boolean().default(false).describe('Tell how the answer came about.'),
})

const searchBody = searchFastBody.extend({
  as_of: instant
    .optional()
    .describe('What the store knew at that time, in the words of then; what was erased since is never shown.'),
  retrieval_mode: z
    .enum(['flat', 'tiered', 'abstract-aware'])
    .default('flat')
    .describe(
      'How injection_text shows memories: flat, all in full; tiered, the best in full and more as overview or headline; abstract-aware, in full only what answers.',
    ),
  token_budget: z
    .int()
    .min(100)
    .max(50_000)
    .default(DEFAULT_TOKEN_BUDGET)
    .describe('The most tokens that injection_text may hold.'),
})

const requestOf = (input: z.output<typeof searchFastBody>, { defaults, searchTrace }: Edge) => ({
  query: input.query,
  limit: input.limit ?? defaults.maxSearchResults(),
  threshold: input.threshold ?? defaults.similarityThreshold(),
  trace: input.trace || searchTrace,
  currentOnly: input.current_only,
  ...omitUndefined({
    sourceSite: input.source_site,
    namespaceScope: input.namespace_scope,
    minScore: input.min_score,
    minWords: input.min_words,
    minSimilarity: input.min_similarity,
  }),
  ...filtersOf(input),
  ...echoOf(input),
})

const fullRequestOf = (input: z.output<typeof searchBody>, edge: Edge) => ({
  ...requestOf(input, edge),
  retrievalMode: input.retrieval_mode,
  tokenBudget: input.token_budget,
  ...omitUndefined({ asOf: input.as_of }),
})

export const search = read({
  method: 'post',
  path: '/v1/memories/search',
  name: 'search',
  tag: 'Search',
  summary: 'Find memories as they are or as they were, with everything that is known to do for it.',
  input: searchBody,
  rules: [fromIsNotAfterTo],
  example: {
    user_id: 'ana',
    query: 'Where does Ana live?',
    limit: 5,
    token_budget: 500,
    metadata: { topic: 'moving' },
  },
  result: searchAnswer,
  answer: ({ edge, scope, input }) => edge.api.search({ ...fullRequestOf(input, edge), scope }, 'full'),
})

export const searchFast = read({
  method: 'post',
  path: '/v1/memories/search/fast',
  name: 'searchFast',
  tag: 'Search',
  summary: 'Find memories in under 200 ms.',
  description: 'The same answer without a language model and without reranking; its scores are generally higher.',
  input: searchFastBody,
  rules: [fromIsNotAfterTo],
  example: { user_id: 'ana', query: 'Which instrument does Ana play?', limit: 5 },
  result: searchAnswer,
  answer: ({ edge, scope, input }) =>
    edge.api.search({ ...requestOf(input, edge), scope, tokenBudget: DEFAULT_TOKEN_BUDGET }, 'fast'),
})

export const searchExplain = read({
  method: 'post',
  path: '/v1/memories/search/explain',
  name: 'explainSearch',
  tag: 'Search',
  summary: 'Why a search returns a memory, or at which stage it falls and what it lacks.',
  description:
    'Takes the body of a search, runs it once more and follows one memory through it. What the caller cannot see is not found.',
  input: searchBody.extend({
    memory_id: z.uuid().describe('The memory to follow.'),
    mode: z
      .enum(['full', 'fast'])
      .default('full')
      .describe('Which search it is about.')
      .meta({ examples: ['fast'] }),
  }),
  rules: [fromIsNotAfterTo],
  example: { user_id: 'ana', query: 'Where does Ana live?', memory_id: MEMORY, mode: 'fast' },
  result: explanation,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, input }) =>
    edge.api.explain({ ...fullRequestOf(input, edge), scope, memoryId: input.memory_id, mode: input.mode }),
})
