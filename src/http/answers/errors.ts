import { z } from 'zod'
import { conflictStatus } from '../../domain/conflict/events.js'
import { id, named } from './named.js'

const error = z.string()

export const refusal = named('Refusal', { error })

export const missingMemory = named('MissingMemory', { error, detail: z.string().optional() })

export const keyRefusal = named('KeyRefusal', { error: z.enum(['UNAUTHORIZED', 'FORBIDDEN']), message: z.string() })

export const providerRefusal = named('ProviderRefusal', { error, detail: z.string() })

export const failure = named('Failure', { error, request_id: z.string() })

export const unavailable = named('Unavailable', {
  error,
  detail: z.string().optional(),
  retryable: z.literal(true).optional(),
  status: z.literal('degraded').optional(),
  reason: z.string().optional(),
})

export const frozenConfig = named('FrozenConfig', { error, detail: z.string() })

export const startupOnly = named('StartupOnly', { error, detail: z.string(), rejected: z.array(z.string()) })

const version = z.int().min(1)

export const changedConflict = named('ChangedConflict', {
  error,
  id,
  status: conflictStatus,
  existing_version: version,
  new_version: version,
})
