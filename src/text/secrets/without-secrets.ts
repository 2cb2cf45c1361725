import { redact } from './redact.js'

/**
 * A caller's own metadata with the secrets in its keys and texts redacted, at any depth (validation limits it). Keys
 * that become equal get a number, so that no value is lost.
 */
export const withoutSecrets = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const cleaned = new Map<string, unknown>()
  for (const [key, value] of Object.entries(metadata)) {
    const { text, count } = redact(key)
    let own = text
    for (let n = 2; count > 0 && cleaned.has(own); n += 1) own = `${text} (${n})`
    cleaned.set(own, clean(value, key))
  }
  return Object.fromEntries(cleaned)
}

/** A password or PIN is often recognisable only by its key, so key and value are also read together. */
const clean = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => clean(item, key))
  if (typeof value === 'object' && value !== null) return withoutSecrets({ ...value })
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const { text } = redact(String(value))
  const quote = typeof value === 'number' || /["\n]/.test(text) ? '' : '"'
  const label = `${key}: ${quote}`
  const { text: labelled } = redact(`${label}${text}${quote}`)
  const cleaned = labelled.startsWith(label) ? labelled.slice(label.length, labelled.length - quote.length) : text
  return cleaned === String(value) ? value : cleaned
}
