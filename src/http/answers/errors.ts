import { z } from 'zod'
import { named } from './named.js'

const error = z.string().describe('What is wrong, for people.')

export const refusal = named({
  name: 'Refusal',
  says: 'Why not.',
  fields: { error },
  example: { error: 'user_id: required; limit: must be at most 100' },
})

export const keyRefusal = named({
  name: 'KeyRefusal',
  says: 'The key is missing or unknown, or may not do this.',
  fields: { error: z.enum(['UNAUTHORIZED', 'FORBIDDEN']), message: z.string() },
  example: { error: 'UNAUTHORIZED', message: 'The API key is not valid' },
})

export const providerRefusal = named({
  name: 'ProviderRefusal',
  says: 'A provider of ours refuses our key or model: for whoever runs the service to mend.',
  fields: { error, detail: z.string() },
  example: { error: 'embedding provider rejected', detail: 'status 401' },
})

export const failure = named({
  name: 'Failure',
  says: 'A fault of ours. `request_id` finds it in the log.',
  fields: { error, request_id: z.string() },
  example: { error: 'Internal error', request_id: 'c9a1f0d2' },
})

export const unavailable = named({
  name: 'Unavailable',
  says: 'Not now: the same request may succeed after `Retry-After` seconds.',
  fields: {
    error,
    detail: z.string().optional(),
    retryable: z.literal(true).optional(),
    status: z.literal('degraded').optional(),
    reason: z.string().optional(),
  },
  example: { error: 'Read model behind' },
})

export const frozenConfig = named({
  name: 'FrozenConfig',
  says: 'The settings of this deployment are those that it started with.',
  fields: { error, detail: z.string() },
  example: { error: 'Runtime config is not enabled', detail: 'Start the service with another setting' },
})

export const startupOnly = named({
  name: 'StartupOnly',
  says: 'These fields take effect at a start of the service.',
  fields: { error, detail: z.string(), rejected: z.array(z.string()).describe('The fields to leave out.') },
  example: {
    error: 'embedding_model cannot change while the service runs',
    detail: 'Set them in the environment and start the service anew; nothing was changed',
    rejected: ['embedding_model'],
  },
})
