import { redact } from './extraction/redact.js'

/** A caller's own metadata with the secrets in its texts redacted, at any depth (the edge bounds it). */
export const withoutSecrets = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, clean(value)]))

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return redact(value).text
  if (Array.isArray(value)) return value.map(clean)
  return isRecord(value) ? withoutSecrets(value) : value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
