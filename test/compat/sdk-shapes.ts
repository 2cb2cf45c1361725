import { z } from 'zod'

/**
 * What the SDK of AtomicMemory 1.0.1 reads in answers, by its names: a field that it reads without asking whether it is there
 * is required here. Other fields are free.
 */
const id = z.guid()
const count = z.int().min(0)
const moment = z.iso.datetime()
const text = z.string().min(1)

const memory = z.object({
  id,
  content: z.string(),
  importance: z.number(),
  source_site: text,
  session_id: z.string().nullable(),
  created_at: moment,
})

/** Of an ingest. As many ids are stored and updated as the counts say. */
export const ingested = z
  .object({
    episode_id: id,
    facts_extracted: count,
    memories_stored: count,
    memories_updated: count,
    memories_deleted: count,
    memories_skipped: count,
    stored_memory_ids: z.array(id),
    updated_memory_ids: z.array(id),
    links_created: count,
    composites_created: count,
  })
  .refine((it) => it.stored_memory_ids.length === it.memories_stored, 'stored_memory_ids')
  .refine((it) => it.updated_memory_ids.length === it.memories_updated, 'updated_memory_ids')

/** A namespace that differs from the one that was asked for makes the SDK throw. */
const foundMemory = memory.extend({ similarity: z.number(), score: z.number(), namespace: z.never().optional() })

export const found = z.object({
  count,
  retrieval_mode: z.enum(['flat', 'tiered', 'abstract-aware']),
  scope: z.object({ kind: z.enum(['user', 'workspace']), user_id: text }),
  memories: z.array(foundMemory),
  injection_text: z.string(),
  citations: z.array(id),
  tier_assignments: z.array(z.object({ memory_id: id, tier: text, estimated_tokens: count })).optional(),
  expand_ids: z.array(id),
  estimated_context_tokens: count,
  budget_constrained: z.boolean(),
  lesson_check: z.object({
    safe: z.boolean(),
    warnings: z.array(z.string()),
    highest_severity: text,
    matched_count: count,
  }),
})

const visibility = z.enum(['agent_only', 'restricted', 'workspace']).nullable()

export const memoryRecord = memory.extend({
  source_url: z.string(),
  episode_id: id,
  visibility,
  metadata: z.record(z.string(), z.unknown()),
})
export const listed = z.object({ memories: z.array(memoryRecord), count })
export const expanded = z.object({ memories: z.array(memoryRecord) })
export const done = z.object({ success: z.literal(true) })

export const scanned = z.object({
  memories_scanned: count,
  clusters_found: count,
  memories_in_clusters: count,
  clusters: z.array(z.unknown()),
  // The SDK tells the two answers apart by it.
  consolidated_memory_ids: z.never().optional(),
})
export const consolidated = z.object({
  clusters_consolidated: count,
  memories_archived: count,
  memories_created: count,
  consolidated_memory_ids: z.array(id),
})
export const decayed = z.object({
  memories_evaluated: count,
  candidates_for_archival: z.array(z.unknown()),
  retention_threshold: z.number(),
  avg_retention_score: z.number(),
  archived: count,
})
export const reconciled = z.object({
  processed: count,
  resolved: count,
  noops: count,
  updates: count,
  supersedes: count,
  deletes: count,
  adds: count,
  errors: count,
  duration_ms: z.number(),
})
export const reset = done.extend({ deleted_memories: count, deleted_episodes: count })
export const cap = z.object({
  active_memories: count,
  max_memories: count,
  status: z.enum(['ok', 'warn', 'exceeded']),
  usage_ratio: z.number(),
  recommendation: z.enum(['none', 'consolidate', 'decay', 'consolidate-and-decay']),
})
export const statistics = z.object({
  count,
  avg_importance: z.number(),
  source_distribution: z.record(z.string(), count),
})

const version = z.object({
  claim_id: text,
  memory_id: id.nullable(),
  content: z.string(),
  mutation_type: z.enum(['add', 'update', 'supersede', 'delete', 'clarify']).nullable(),
  mutation_reason: z.string().nullable(),
  actor_model: z.string().nullable(),
  contradiction_confidence: z.number().nullable(),
  previous_version_id: text.nullable(),
  superseded_by_version_id: text.nullable(),
  valid_from: moment,
  valid_to: moment.nullable(),
})
/** One answer for two calls: the audit reads `version_id` and what is above, the history all that is here. */
const trailEntry = version.extend({
  version_id: text,
  id: text,
  created_at: moment,
  parent_id: text.optional(),
  event: z.enum(['created', 'updated', 'superseded', 'invalidated']),
})
export const trail = z.object({ memory_id: id, trail: z.array(trailEntry), version_count: count })
export const recent = z.object({
  mutations: z.array(version.extend({ id: text, user_id: text, created_at: moment })),
  count,
})
export const summary = z.object({
  total_versions: count,
  active_versions: count,
  superseded_versions: count,
  total_claims: count,
  by_mutation_type: z.record(z.string(), count),
})

const severity = z.enum(['low', 'medium', 'high', 'critical'])
const lesson = z.object({
  id,
  user_id: text,
  lesson_type: z.enum(['injection_blocked', 'contradiction_pattern', 'user_reported', 'consensus_violation']),
  pattern: text,
  embedding: z.array(z.number()),
  source_memory_ids: z.array(id),
  source_query: z.string().nullable(),
  severity,
  active: z.literal(true),
  metadata: z.record(z.string(), z.unknown()),
  created_at: moment,
})
export const lessons = z.object({ lessons: z.array(lesson), count })
export const lessonStatistics = z.object({ total_active: count, by_type: z.record(z.string(), count) })
export const reported = z.object({ lesson_id: id })

const config = z.object({
  retrieval_profile: text,
  embedding_provider: text,
  embedding_model: text,
  llm_provider: text,
  llm_model: z.string(),
  clarification_conflict_threshold: z.number(),
  max_search_results: count,
  hybrid_search_enabled: z.boolean(),
  iterative_retrieval_enabled: z.boolean(),
  entity_graph_enabled: z.boolean(),
  cross_encoder_enabled: z.boolean(),
  agentic_retrieval_enabled: z.boolean(),
  repair_loop_enabled: z.boolean(),
})
export const health = z.object({ status: z.literal('ok'), config })
export const turned = z.object({ applied: z.array(z.string()), config, note: text })

export const trust = z.object({ agent_id: text, trust_level: z.number() })
const conflict = z.object({
  id,
  user_id: text,
  new_memory_id: id.nullable(),
  existing_memory_id: id.nullable(),
  new_agent_id: text.nullable(),
  existing_agent_id: text.nullable(),
  new_trust_level: z.number().nullable(),
  existing_trust_level: z.number().nullable(),
  contradiction_confidence: z.number(),
  clarification_note: z.string().nullable(),
  status: z.enum(['open', 'resolved_new', 'resolved_existing', 'resolved_both']),
  resolution_policy: z.string().nullable(),
  resolved_at: moment.nullable(),
  created_at: moment,
  auto_resolve_after: moment.nullable(),
})
export const conflicts = z.object({ conflicts: z.array(conflict), count })
export const resolved = z.object({ id, status: z.enum(['resolved_new', 'resolved_existing', 'resolved_both']) })
export const autoResolved = z.object({ resolved: count })
