import { z } from 'zod'
import { named } from './named.js'

const error = z.string().describe('What is wrong, for people.')

export const refusal = named('Refusal', 'Why not.', { error })

export const keyRefusal = named('KeyRefusal', 'The key is missing or unknown, or may not do this.', {
  error: z.enum(['UNAUTHORIZED', 'FORBIDDEN']),
  message: z.string(),
})

export const providerRefusal = named(
  'ProviderRefusal',
  'A provider of ours refuses our key or model: for whoever runs the service to mend.',
  { error, detail: z.string() },
)

export const failure = named('Failure', 'A fault of ours. `request_id` finds it in the log.', {
  error,
  request_id: z.string(),
})

export const unavailable = named('Unavailable', 'Not now: the same request may succeed after `Retry-After` seconds.', {
  error,
  detail: z.string().optional(),
  retryable: z.literal(true).optional(),
  status: z.literal('degraded').optional(),
  reason: z.string().optional(),
})

export const frozenConfig = named('FrozenConfig', 'The settings of this deployment are those that it started with.', {
  error,
  detail: z.string(),
})

export const startupOnly = named('StartupOnly', 'These fields take effect at a start of the service.', {
  error,
  detail: z.string(),
  rejected: z.array(z.string()).describe('The fields to leave out.'),
})
