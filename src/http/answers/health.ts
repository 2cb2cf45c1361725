import { z } from 'zod'
import { count, moment, named } from './named.js'

export const greeting = named('Greeting', 'What this is, and where to look next.', {
  name: z.string(),
  version: z.string(),
  health: z.string(),
  docs: z.string(),
})

const provider = z.object({
  provider: z.enum(['embedding', 'reranker', 'llm']),
  status: z.enum(['ok', 'degraded']).describe('Whether its last answer was good; `ok` where none was asked for.'),
  since: moment.nullable().describe('Since when it has failed; null while it is well.'),
  detail: z.string().nullable().describe('How it failed last.'),
})

const model = { model: z.string(), dimensions: z.int().min(1) }

export const progress = {
  lag: count
    .nullable()
    .describe(
      'Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none).',
    ),
  position: z.string().describe('Where the read models are in the log.'),
  end: z.string().nullable().describe('Where the log ends, as it said last; null while it has not.'),
  end_age_ms: count
    .nullable()
    .describe('How long ago the log said so, in milliseconds. Health never waits long for the log.'),
  overruns: count.describe(
    'How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests.',
  ),
  projector: z.enum(['building', 'running', 'retrying', 'stopped']),
  parked: count.describe('Users set aside because an event of theirs cannot be applied: their writes are refused.'),
  embedding: z
    .object({
      ...model,
      beside: z
        .object({
          ...model,
          lag: count
            .nullable()
            .describe('Events that its read models lack and those that answer have; null like the lag above.'),
        })
        .nullable()
        .describe('The model that the store is being changed to or was changed from; null: no change is under way.'),
    })
    .describe('The embedding model that answers requests.'),
  providers: z
    .array(provider)
    .describe('The servers that searches ask. While one is away searches do without, and the service is well.'),
}

const well = { status: z.literal('ok'), ...progress }
const unwell = {
  status: z.literal('degraded'),
  reason: z.string().describe('What is down, and what to do.'),
  ...progress,
}

/** How the service is; the reason says what does not work, and what to do about it. */
export type Health = z.output<z.ZodObject<typeof progress>> & {
  readonly status: 'ok' | 'degraded'
  readonly reason?: string
}

export const healthy = named('Health', 'All is well.', well)
export const unhealthy = named('Degraded', 'Something is down.', unwell)

const config = named('ConfigSnapshot', 'The settings in force, without secrets.', {
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

export const healthyWithConfig = named('HealthWithConfig', 'All is well, under these settings.', { ...well, config })

export const unhealthyWithConfig = named('DegradedWithConfig', 'Something is down, under these settings.', {
  ...unwell,
  config,
})

export const configUpdate = named('TurnedConfig', 'What was turned, and the settings in force.', {
  applied: z.array(
    z.enum(['similarityThreshold', 'audnCandidateThreshold', 'clarificationConflictThreshold', 'maxSearchResults']),
  ),
  config,
  note: z.string(),
})

const parkedUser = named('ParkedUser', 'A user with an event that cannot be applied.', {
  user_id: z.string(),
  position: z.string().describe('Of the event to blame.'),
  reason: z.string().describe('The kind of fault, never words of the event.'),
})

export const queues = {
  parked_users: z.array(parkedUser).nullable().describe('The first hundred; null while they cannot be read.'),
  appends_waiting: count.describe('Appends that wait for their transaction.'),
  writers_waiting: count.describe('Writes that wait for another one of their user.'),
  generation: z.string().describe('The read tables that requests see.'),
  lessons_expired: count
    .nullable()
    .describe('Lessons that went because a user had more than 10,000, the oldest first; null while it cannot be read.'),
  conflicts_expired: count
    .nullable()
    .describe(
      'Conflicts that were resolved before their time because a user had more than 10,000 open ones, the oldest first; null ' +
        'while it cannot be read.',
    ),
}

/** The internal state of the service: lengths of queues, and parked streams. */
export type Inside = z.output<z.ZodObject<typeof queues>>
