import { z } from 'zod'
import { configUpdate } from '../answers/health.js'
import { ConfigFrozen } from '../client-errors.js'
import { omitUndefined } from '../omit-undefined.js'
import type { Edge } from '../route.js'
import { updateConfig } from '../unscoped-route.js'

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

export const config = updateConfig({
  method: 'put',
  path: '/v1/memories/config',
  name: 'turnConfig',
  tag: 'Service',
  summary: 'Turn settings while the service runs, all of those given or none. For development and tests.',
  description: 'The next requests see it. It is kept in memory only, and by this process only.',
  input: configBody,
  startupOnly: ['embedding_provider', 'embedding_model', 'llm_provider', 'llm_model'],
  example: { max_search_results: 25, similarity_threshold: 0.4 },
  result: configUpdate,
  errors: ['ConfigFrozen', 'StartupOnly'],
  gate: refuseWhileFrozen,
  updateConfig: ({ edge, input }) => {
    const changes = omitUndefined({
      similarityThreshold: input.similarity_threshold,
      audnCandidateThreshold: input.audn_candidate_threshold,
      clarificationConflictThreshold: input.clarification_conflict_threshold,
      maxSearchResults: input.max_search_results,
    })
    edge.runtimeSettings.update(changes)
    return { applied: Object.keys(changes), config: edge.config(), note: NOTE }
  },
})
