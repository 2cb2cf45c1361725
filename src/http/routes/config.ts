import { z } from 'zod'
import { isJsonObject } from '../../domain/json-object.js'
import { configUpdate } from '../answers/health.js'
import { ConfigFrozen, StartupOnly } from '../client-errors.js'
import { omitUndefined } from '../omit-undefined.js'
import { checked, type Edge, outline, type Route } from '../route.js'

const NOTE = 'In memory only: a restart begins with the settings of the environment again.'

const threshold = z.number().min(0).max(1).optional()

const configBody = z.object({
  similarity_threshold: threshold.describe('Least similarity of a result that matches no word of the query.'),
  audn_candidate_threshold: threshold.describe('Least similarity of what a language model holds a new fact against.'),
  clarification_conflict_threshold: threshold.describe(
    'Confidence below which a verdict of a language model replaces nothing.',
  ),
  max_search_results: z.int().min(1).max(100).optional().describe('Results of a search that asks for no limit.'),
})

const refuseWhileFrozen = ({ runtimeSettings }: Edge): void => {
  if (!runtimeSettings.enabled) throw new ConfigFrozen()
}

const spec = {
  method: 'put',
  path: '/v1/memories/config',
  name: 'turnConfig',
  tag: 'Service',
  summary: 'Turn settings while the service runs, all of those given or none. For development and tests.',
  description: 'The next requests see it. It is kept in memory only, and by this process only.',
  input: configBody,
  example: { max_search_results: 25, similarity_threshold: 0.4 },
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
