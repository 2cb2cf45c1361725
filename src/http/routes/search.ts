import { z } from 'zod'
import { claimType, memoryType } from '../../domain/memory/events.js'
import { basisChanged, evidence, metadata, outdatedInSearch, role, turn, validity } from '../answers/evidence.js'
import { count, id, MEMORY, moment, named, share } from '../answers/named.js'
import { instant, namespace, nameWithoutSecrets, someText } from '../fields.js'
import { bodyFilters, filtersOf, fromIsNotAfterTo } from '../filters.js'
import { omitUndefined } from '../omit-undefined.js'
import { type Edge, read } from '../route.js'
import { agentScope, echoOf, scopeFields } from '../scope.js'

/** What the score of a match is made of, and what became of its place. */
const scored = z.object({
  memory_id: id,
  score: share,
  lexical: z.number().describe('How much of the words of the query it holds, 0 to 1.'),
  relatedTerms: z.number().describe('What words near them in meaning add.'),
  cosine: z.number().describe('Counts at 0.6; every other part as it stands.'),
  name: z.number().describe('For memories of the person that the query names.'),
  question: z.number(),
  assistant: z.number().describe('For what an assistant said, unless the query asks for that.'),
  instruction: z.number().describe('For how such things are to be done from now on.'),
  length: z.number(),
  trust: z
    .number()
    .describe('For how far the user trusts the agent that shares it, by the score of its words and its similarity.'),
  date: z.number().describe('For memories of the time that the query names.'),
  answer: z.number().describe('For texts that may hold the kind of answer that the query asks for.'),
  recency: z.number().describe('By fast search: for what is recent.'),
  access: z.number().describe('By fast search: for what is often wanted.'),
  rerank: z.number().describe('By full search: by how much a reranker has changed the sum of all others.'),
  rank_before: z
    .int()
    .min(1)
    .nullable()
    .describe('Its place among the matches before what holds now came first; null where it is no match.'),
  rank_after: z.int().min(1).nullable().describe('And after that; null where it was left out.'),
  returned: z.boolean().describe('Whether the answer holds it.'),
})

const userScope = z.object({ kind: z.literal('user'), userId: z.string() }).meta({ id: 'UserScope' })

const workspaceScope = z
  .object({
    kind: z.literal('workspace'),
    userId: z.string(),
    workspaceId: z.string(),
    agentId: z.string().describe('Who asks.'),
    agentScope: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Whose memories, as it was asked.'),
  })
  .meta({ id: 'WorkspaceScope' })

export const scopeAnswer = z.discriminatedUnion('kind', [userScope, workspaceScope])

const foundMemory = named('FoundMemory', 'A memory that a search has found.', {
  id,
  content: z.string(),
  similarity: z.number().min(-1).max(1).describe('Cosine of the query with the memory in its context.'),
  score: share.describe('Composite; the answer is in its order.'),
  importance: share,
  source_site: z.string(),
  created_at: moment,
  observed_at: moment,
  namespace: z.string(),
  agent_id: z.string().nullable(),
  role,
  turn,
  pieces: z.array(id).describe('The other memories of the same turn or with the same words: a search shows each once.'),
  version: z.int().min(1).describe('With `as_of`, that of then.'),
  metadata,
  memory_type: memoryType,
  claim_type: claimType.nullable(),
  evidence,
  basis_changed: basisChanged,
  outdated_by: outdatedInSearch,
  ...validity,
})

const degraded = z
  .array(z.enum(['embedding', 'reranker', 'llm']))
  .describe('The providers that this search had to do without; absent where there are none.')

const lessonCheck = z
  .object({
    safe: z.boolean().describe('False when a lesson of severity high or critical matches.'),
    warnings: z.array(z.string()),
    highest_severity: z.enum(['none', 'low', 'medium', 'high', 'critical']),
    matched_count: count,
  })
  .meta({ id: 'LessonCheck' })

const consensus = z
  .object({
    original_count: count.describe(
      'How many memories were looked at for the answer, those left out for this included.',
    ),
    filtered_count: count.describe('How many the answer holds.'),
    removed_count: count.describe('How many were left out, which only `current_only` does.'),
    removed_memory_ids: z.array(id).describe('These, best match first.'),
  })
  .meta({ id: 'Consensus' })

const stage = z.object({ name: z.string(), count, duration_ms: z.number().min(0), skipped: z.string().optional() })

const observability = z
  .object({
    retrieval: z.object({
      stages: z.array(stage).describe('In the order they ran.'),
      terms: z
        .array(z.object({ term: z.string(), memories: count }))
        .describe('The terms of the query, and in how many of the memories that the caller may see each stands.'),
      scores: z.array(scored).describe('What the scores were made of, also of memories that just missed the answer.'),
    }),
    packaging: z.object({ tier_budget_tokens: count }),
    assembly: z.object({ injection_tokens: count }),
  })
  .meta({ id: 'Observability' })

export const searchAnswer = named('SearchAnswer', 'What was found, and the same as text for a prompt.', {
  count: count.describe('How many `memories` there are.'),
  retrieval_mode: z.enum(['flat', 'tiered', 'abstract-aware']),
  scope: scopeAnswer.describe('As the service has understood it.'),
  memories: z.array(foundMemory).describe('Best first.'),
  injection_text: z
    .string()
    .describe(
      'Groups headed `### Subject: site/<source>`, of bullets `- [<date>] [answer|context] <content>`, within the budget.',
    ),
  citations: z.array(id).describe('The memories in `injection_text`, in the order of `memories`.'),
  tier_assignments: z
    .array(
      z.object({
        memory_id: id,
        tier: z.enum(['L0', 'L1', 'L2']).describe('L0 headline, L1 overview, L2 in full.'),
        estimated_tokens: count.describe('What its line takes of the budget.'),
      }),
    )
    .optional()
    .describe('In tiered mode, how each memory in `injection_text` is shown.')
    .meta({ examples: [[{ memory_id: MEMORY, tier: 'L2', estimated_tokens: 18 }]] }),
  expand_ids: z.array(id).describe('The memories that `injection_text` does not show in full.'),
  lesson_check: lessonCheck,
  consensus: consensus
    .optional()
    .describe(
      'Present when memories of the answer contradict one another, or one was left out for that. Of two the one with less trust loses, then the older.',
    ),
  estimated_context_tokens: count,
  budget_constrained: z.boolean(),
  recall_id: id.optional().describe('By it the answer can be looked up later; absent where no receipts are kept.'),
  degraded: degraded.optional(),
  observability: observability.optional().describe('How the answer came about; when the request says `trace`.'),
})

const reasons = [
  'returned',
  'not_active',
  'composite',
  'not_known_then',
  'filtered',
  'no_match',
  'below_floor',
  'told_by_another',
  'outdated',
  'kept_out_by_lesson',
  'outranked',
] as const

export const explanation = named('SearchExplanation', 'What became of one memory in a search.', {
  memory_id: id,
  returned: z.boolean(),
  reason: z
    .enum(reasons)
    .describe(
      'returned; not_active: superseded, or waiting for clarification; composite: only its parts are searched; ' +
        'not_known_then: not active at `as_of`; filtered: left out by the source, namespace, agents, dates or other ' +
        'filters of the request; no_match: it holds no word of the query and is not similar enough; below_floor: it is ' +
        'below a floor of the request; told_by_another: another memory of its turn, or a fact or the turn it rests on, is shown in ' +
        'its place; outdated: it holds no longer, and `current_only` leaves it out; kept_out_by_lesson: a critical ' +
        'lesson of the scope is about it; outranked: better ones take all places.',
    ),
  stage: z.string().nullable().describe('The stage that left it out; null where none did, or none got to see it.'),
  status: z.enum(['active', 'needs_clarification', 'superseded', 'deleted']).describe('As it is now.'),
  rank: z.int().min(1).nullable().describe('Its place among the matches, from 1; null where it is none.'),
  matches: count.describe('How many memories match.'),
  limit: count.describe('How many were asked for.'),
  score: scored.nullable().describe('What its score is made of; null where it was not scored.'),
  least_returned_score: share.nullable().describe('The score of the last memory returned; null where there is none.'),
  threshold: share.describe('The least similarity of a memory that holds no word of the query.'),
  terms: z
    .array(
      z.object({
        term: z.string(),
        memories: count,
        held: z.boolean().describe('Whether this memory holds it itself.'),
      }),
    )
    .describe(
      'The terms of the query: how many memories hold each, neighbours included, and whether this one does itself.',
    ),
  told_by: id.nullable().describe('What is shown in its place, where `reason` is told_by_another.'),
  superseded_by: id.nullable().describe('What took its place when it was superseded, if the caller sees it.'),
  outdated_by: id
    .nullable()
    .describe('Of an active one, what holds in its place or what it lost against, where the search got to read it.'),
  degraded: degraded.optional(),
})

const DEFAULT_TOKEN_BUDGET = 2000

const least = z
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
  min_score: least.describe('The least `score` of a memory in the answer.'),
  min_words: least.describe('How much of the words of the query a memory has to hold, as `lexical` in a trace says.'),
  min_similarity: least.describe('The least `similarity` of a memory, whatever words it holds.'),
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
