import { z } from 'zod'
import { config, settings } from './health.js'
import { named } from './named.js'

export const turned = named({
  name: 'TurnedConfig',
  says: 'What was turned, and the settings in force.',
  fields: {
    applied: z.array(
      z.enum(['similarityThreshold', 'audnCandidateThreshold', 'clarificationConflictThreshold', 'maxSearchResults']),
    ),
    config,
    note: z.string(),
  },
  example: { applied: ['maxSearchResults'], config: settings, note: 'In memory only: a restart undoes it.' },
})
