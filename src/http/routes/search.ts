import { z } from 'zod'
import { MOVES } from '../../search/answer.js'
import { searchedQuery } from '../../text/asking.js'
import { fieldsOfMemory } from '../answers/memory.js'
import { count, id, named, share } from '../answers/named.js'
import { instantAsked, longText, momentIn, namespace, nameWithoutSecrets, timeZone } from '../fields.js'
import { bodyFilters, filtersOf, fromIsNotAfterTo } from '../filters.js'
import { omitUndefined } from '../omit-undefined.js'
import { type Edge, read } from '../route.js'
import { agentScope, echoOf, scopeFields } from '../scope.js'

const movedBy = z.enum(MOVES).optional()

/** What the score of a match is made of, and what became of its place. */
const scored = z.object({
  memory_id: id,
  score: share,
  lexical: z.number(),
  relatedTerms: z.number(),
  cosine: z.number(),
  name: z.number(),
  question: z.number(),
  assistant: z.number(),
  instruction: z.number(),
  length: z.number(),
  trust: z.number(),
  date: z.number(),
  answer: z.number(),
  recency: z.number(),
  access: z.number(),
  rerank: z.number(),
  rank_before: z.int().min(1).nullable(),
  rank_after: z.int().min(1).nullable(),
  moved_by: movedBy,
  returned: z.boolean(),
})

const userScope = named('UserScope', { kind: z.literal('user'), userId: z.string() })

const workspaceScope = named('WorkspaceScope', {
  kind: z.literal('workspace'),
  userId: z.string(),
  workspaceId: z.string(),
  agentId: z.string(),
  agentScope: z.union([z.string(), z.array(z.string())]).optional(),
})

export const scopeAnswer = z.discriminatedUnion('kind', [userScope, workspaceScope])

const foundMemory = named('FoundMemory', {
  ...fieldsOfMemory,
  similarity: z.number().min(-1).max(1),
  score: share,
  pieces: z.array(id),
  moved_by: movedBy,
  below_threshold: z.literal(true).optional(),
})

/** Of a query that was too long: how many characters it had, and how many of them were searched. */
const queryShortened = named('QueryShortened', { characters: count, searched: count })

const degraded = z.array(z.enum(['embedding', 'reranker', 'llm']))

const lessonCheck = named('LessonCheck', {
  safe: z.boolean(),
  warnings: z.array(z.string()),
  highest_severity: z.enum(['none', 'low', 'medium', 'high', 'critical']),
  matched_count: count,
})

const consensus = named('Consensus', {
  original_count: count,
  filtered_count: count,
  removed_count: count,
  removed_memory_ids: z.array(id),
})

const stage = z.object({ name: z.string(), count, duration_ms: z.number().min(0), skipped: z.string().optional() })

const observability = named('Observability', {
  retrieval: z.object({
    stages: z.array(stage),
    terms: z.array(z.object({ term: z.string(), memories: count })),
    scores: z.array(scored),
  }),
  packaging: z.object({ tier_budget_tokens: count }),
  assembly: z.object({ injection_tokens: count }),
})

export const searchAnswer = named('SearchAnswer', {
  count,
  retrieval_mode: z.enum(['flat', 'tiered', 'abstract-aware']),
  scope: scopeAnswer,
  memories: z.array(foundMemory),
  injection_text: z.string(),
  citations: z.array(id),
  tier_assignments: z
    .array(z.object({ memory_id: id, tier: z.enum(['L0', 'L1', 'L2']), estimated_tokens: count }))
    .optional(),
  expand_ids: z.array(id),
  lesson_check: lessonCheck,
  consensus: consensus.optional(),
  estimated_context_tokens: count,
  budget_constrained: z.boolean(),
  recall_id: id.optional(),
  query_shortened: queryShortened.optional(),
  degraded: degraded.optional(),
  observability: observability.optional(),
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

export const explanation = named('SearchExplanation', {
  memory_id: id,
  returned: z.boolean(),
  reason: z.enum(reasons),
  stage: z.string().nullable(),
  status: z.enum(['active', 'needs_clarification', 'superseded', 'deleted']),
  rank: z.int().min(1).nullable(),
  matches: count,
  limit: count,
  score: scored.nullable(),
  least_returned_score: share.nullable(),
  threshold: share,
  terms: z.array(z.object({ term: z.string(), memories: count, held: z.boolean() })),
  told_by: id.nullable(),
  superseded_by: id.nullable(),
  outdated_by: id.nullable(),
  query_shortened: queryShortened.optional(),
  degraded: degraded.optional(),
})

const DEFAULT_TOKEN_BUDGET = 2000

const searchFastBody = z.object({
  ...scopeFields,
  query: longText,
  source_site: nameWithoutSecrets.optional(),
  limit: z.int().min(1).max(100).optional(),
  namespace_scope: namespace.optional(),
  ...bodyFilters,
  time_zone: timeZone.optional(),
  agent_scope: agentScope,
  threshold: share.optional(),
  current_only: z.boolean().default(false),
  include_superseded: z.boolean().default(false),
  min_score: share.optional(),
  packed: z.enum(['best', 'all']).optional(),
  trace: z.boolean().default(false),
})

const searchBody = searchFastBody.extend({
  as_of: instantAsked.optional(),
  retrieval_mode: z.enum(['flat', 'tiered', 'abstract-aware']).default('flat'),
  token_budget: z.int().min(100).max(50_000).default(DEFAULT_TOKEN_BUDGET),
})

const requestOf = (input: z.output<typeof searchFastBody>, { defaults, searchTrace }: Edge) => ({
  ...searchedQuery(input.query),
  limit: input.limit ?? defaults.maxSearchResults(),
  threshold: input.threshold ?? defaults.similarityThreshold(),
  trace: input.trace || searchTrace,
  currentOnly: input.current_only,
  includeSuperseded: input.include_superseded,
  nearestBelow: input.threshold === undefined,
  ...omitUndefined({
    sourceSite: input.source_site,
    namespaceScope: input.namespace_scope,
    minScore: input.min_score,
    packed: input.packed,
  }),
  ...filtersOf(input),
  ...echoOf(input),
})

const fullRequestOf = (input: z.output<typeof searchBody>, edge: Edge) => {
  const asOf = input.as_of === undefined ? undefined : momentIn(input.time_zone, input.as_of)
  return {
    ...requestOf(input, edge),
    retrievalMode: input.retrieval_mode,
    tokenBudget: input.token_budget,
    ...omitUndefined({ asOf: asOf?.instant, asOfOffset: asOf?.offset ?? undefined }),
  }
}

export const search = read({
  call: 'POST /v1/memories/search',
  name: 'search',
  input: searchBody,
  rules: [fromIsNotAfterTo],
  result: searchAnswer,
  answer: ({ edge, scope, input }) => edge.api.search({ ...fullRequestOf(input, edge), scope }, 'full'),
})

export const searchFast = read({
  call: 'POST /v1/memories/search/fast',
  name: 'searchFast',
  input: searchFastBody,
  rules: [fromIsNotAfterTo],
  result: searchAnswer,
  answer: ({ edge, scope, input }) =>
    edge.api.search({ ...requestOf(input, edge), scope, tokenBudget: DEFAULT_TOKEN_BUDGET }, 'fast'),
})

export const searchExplain = read({
  call: 'POST /v1/memories/search/explain',
  name: 'explainSearch',
  input: searchBody.extend({
    memory_id: z.uuid(),
    mode: z.enum(['full', 'fast']).default('full'),
  }),
  rules: [fromIsNotAfterTo],
  result: explanation,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, input }) =>
    edge.api.explain({ ...fullRequestOf(input, edge), scope, memoryId: input.memory_id, mode: input.mode }),
})
