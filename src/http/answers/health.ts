import { z } from 'zod'
import { count, moment, named } from './named.js'

export const greeting = named('Greeting', {
  name: z.string(),
  version: z.string(),
  health: z.string(),
  docs: z.string(),
})

const provider = z.object({
  provider: z.enum(['embedding', 'reranker', 'llm']),
  status: z.enum(['ok', 'degraded']),
  since: moment.nullable(),
  detail: z.string().nullable(),
})

const model = { model: z.string(), dimensions: z.int().min(1) }

export const progress = {
  lag: count.nullable(),
  position: z.string(),
  end: z.string().nullable(),
  end_age_ms: count.nullable(),
  overruns: count,
  projector: z.enum(['building', 'running', 'retrying', 'stopped']),
  parked: count,
  embedding: z.object({
    ...model,
    beside: z
      .object({
        ...model,
        lag: count.nullable(),
      })
      .nullable(),
  }),
  providers: z.array(provider),
}

/** Who is parked needs somebody's attention; all others are served. */
export const HEALTH_STATUS = { ok: 200, attention: 200, degraded: 503 } as const

const well = { status: z.enum(['ok', 'attention']), ...progress }
const unwell = {
  status: z.literal('degraded'),
  reason: z.string(),
  ...progress,
}

/** How the service is; the reason says what does not work, and what to do about it. */
export type Health = z.output<z.ZodObject<typeof progress>> & {
  readonly status: 'ok' | 'attention' | 'degraded'
  readonly reason?: string
}

/** Whether reads are served, and why not. */
export type Readiness =
  | { readonly status: 'ok'; readonly reason?: never }
  | { readonly status: 'unavailable'; readonly reason: string }

export const serving = named('Serving', { status: z.literal('ok') })
export const notServing = named('NotServing', { status: z.literal('unavailable'), reason: z.string() })

export const healthy = named('Health', well)
export const unhealthy = named('Degraded', unwell)

const config = named('ConfigSnapshot', {
  retrieval_profile: z.enum(['safe', 'balanced', 'quality']),
  embedding_provider: z.string(),
  embedding_model: z.string(),
  embedding_dimensions: z.int().min(1),
  llm_provider: z.string(),
  llm_model: z.string(),
  similarity_threshold: z.number(),
  audn_candidate_threshold: z.number(),
  clarification_conflict_threshold: z.number(),
  max_search_results: z.number(),
  event_store: z.string(),
  database: z.string(),
})

export const healthyWithConfig = named('HealthWithConfig', { ...well, config })

export const unhealthyWithConfig = named('DegradedWithConfig', { ...unwell, config })

export const configUpdate = named('TurnedConfig', {
  applied: z.array(
    z.enum(['similarityThreshold', 'audnCandidateThreshold', 'clarificationConflictThreshold', 'maxSearchResults']),
  ),
  config,
  note: z.string(),
})

const parkedUser = named('ParkedUser', { user_id: z.string(), position: z.string(), reason: z.string() })

export const queues = {
  parked_users: z.array(parkedUser).nullable(),
  appends_waiting: count,
  writers_waiting: count,
  generation: z.string(),
  lessons_expired: count.nullable(),
  conflicts_expired: count.nullable(),
}

/** The internal state of the service: lengths of queues, and parked streams. */
export type Inside = z.output<z.ZodObject<typeof queues>>
