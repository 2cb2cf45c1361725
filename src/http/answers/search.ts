import { z } from 'zod'
import { claimType, memoryType } from '../../domain/memory/events.js'
import { basisChanged, evidence, metadata, outdatedInSearch, role, turn, validity } from './evidence.js'
import { count, id, MEMORY, moment, named, share } from './named.js'
import { scored } from './scored.js'

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
  pieces: z.array(id).describe('The other memories of the same turn, as they were said: a search shows a turn once.'),
  version: z.int().min(1).describe('With `as_of`, that of then.'),
  metadata,
  memory_type: memoryType,
  claim_type: claimType.nullable(),
  evidence,
  basis_changed: basisChanged,
  outdated_by: outdatedInSearch,
  ...validity,
})

export const degraded = z
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
