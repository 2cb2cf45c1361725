import { z } from 'zod'
import { isJsonObject } from '../../domain/json-object.js'
import {
  configUpdate,
  greeting,
  HEALTH_STATUS,
  healthy,
  healthyWithConfig,
  notServing,
  serving,
  unhealthy,
  unhealthyWithConfig,
} from '../answers/health.js'
import { ConfigFrozen, StartupOnly } from '../client-errors.js'
import { omitUndefined } from '../omit-undefined.js'
import { checked, type Edge, open, outline, type Reply, type Route } from '../route.js'

const openApiDocument = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }).meta({
  id: 'OpenApiDocument',
  examples: [{ openapi: '3.1.1', info: { title: 'palimpsest', version: '0.1.0' }, paths: {} }],
})

export const description = open({
  call: 'GET /openapi.json',
  name: 'describe',
  results: { 200: openApiDocument },
  reply: async ({ document }) => ({ status: 200, body: document() }),
})

export const root = open({
  call: 'GET /',
  name: 'greet',
  results: { 200: greeting },
  reply: async ({ about }) => ({
    status: 200,
    body: { name: 'palimpsest', version: about.version, health: '/health', docs: '/docs' },
  }),
})

/** A degraded service answers 503 with the reason. */
const report = async ({ api }: Edge, more: Readonly<Record<string, unknown>> = {}): Promise<Reply> => {
  const health = await api.health()
  return { status: HEALTH_STATUS[health.status], body: { ...health, ...more } }
}

export const health = open({
  call: 'GET /health',
  name: 'health',
  results: { [HEALTH_STATUS.ok]: healthy, [HEALTH_STATUS.degraded]: unhealthy },
  reply: (edge) => report(edge),
})

/** For whoever restarts what hangs: it looks at nothing that a restart would not mend. */
export const live = open({
  call: 'GET /health/live',
  name: 'live',
  results: { 200: serving },
  reply: async () => ({ status: 200, body: { status: 'ok' } }),
})

const READY = { ok: 200, unavailable: 503 } as const

/** For whoever hands out requests to several processes. */
export const ready = open({
  call: 'GET /health/ready',
  name: 'ready',
  results: { [READY.ok]: serving, [READY.unavailable]: notServing },
  reply: async ({ api }) => {
    const readiness = await api.readiness()
    return { status: READY[readiness.status], body: readiness }
  },
})

export const memoryHealth = open({
  call: 'GET /v1/memories/health',
  name: 'memoryHealth',
  results: { [HEALTH_STATUS.ok]: healthyWithConfig, [HEALTH_STATUS.degraded]: unhealthyWithConfig },
  reply: (edge) => report(edge, { config: edge.config() }),
})

const NOTE = 'In memory only: a restart begins with the settings of the environment again.'

const threshold = z.number().min(0).max(1).optional()

const configBody = z.object({
  similarity_threshold: threshold,
  audn_candidate_threshold: threshold,
  clarification_conflict_threshold: threshold,
  max_search_results: z.int().min(1).max(100).optional(),
})

const refuseWhileFrozen = ({ runtimeSettings }: Edge): void => {
  if (!runtimeSettings.enabled) throw new ConfigFrozen()
}

const spec = {
  call: 'PUT /v1/memories/config',
  name: 'turnConfig',
  input: configBody,
  result: configUpdate,
  errors: ['ConfigFrozen', 'StartupOnly'],
  gate: refuseWhileFrozen,
} as const

const STARTUP_ONLY = ['embedding_provider', 'embedding_model', 'llm_provider', 'llm_model']

/** Changes the running process, not the log. Fields that are read only at the start are refused before the others are checked. */
export const config: Route = {
  ...outline(spec),
  kind: 'adjust',
  run: async (edge, asked) => {
    const { input: raw } = asked
    const refused = isJsonObject(raw) ? STARTUP_ONLY.filter((field) => field in raw) : []
    if (refused.length > 0) throw new StartupOnly(refused)
    const { input } = checked(spec, asked, [])
    const changes = omitUndefined({
      similarityThreshold: input.similarity_threshold,
      audnCandidateThreshold: input.audn_candidate_threshold,
      clarificationConflictThreshold: input.clarification_conflict_threshold,
      maxSearchResults: input.max_search_results,
    })
    edge.runtimeSettings.update(changes)
    return { status: 200, body: { applied: Object.keys(changes), config: edge.config(), note: NOTE } }
  },
}
