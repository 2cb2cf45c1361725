import { redact } from '../../redaction/redact.js'

/** A caller's own metadata with the secrets in its texts redacted, at any depth (the edge bounds it). */
export const withoutSecrets = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, clean(value, key)]))

const clean = (value: unknown, key: string): unknown => {
  if (typeof value === 'string') return cleanText(value, key)
  if (Array.isArray(value)) return value.map((item) => clean(item, key))
  return isRecord(value) ? withoutSecrets(value) : value
}

/** A password often has nothing of a secret but its key, so the two are read together as well. */
const cleanText = (value: string, key: string): string => {
  const { text } = redact(value)
  const quote = /["\n]/.test(text) ? '' : '"'
  const label = `${key}: ${quote}`
  const { text: labelled } = redact(`${label}${text}${quote}`)
  return labelled.startsWith(label) ? labelled.slice(label.length, labelled.length - quote.length) : text
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
