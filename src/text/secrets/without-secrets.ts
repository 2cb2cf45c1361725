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

const clean = (value: unknown, key: string): unknown => {
  if (typeof value === 'string') return cleanText(value, key)
  if (typeof value === 'number') return cleanNumber(value, key)
  if (Array.isArray(value)) return value.map((item) => clean(item, key))
  return isRecord(value) ? withoutSecrets(value) : value
}

/** A password is often recognisable only by its key, so key and value are also read together. */
const cleanText = (value: string, key: string): string => {
  const { text } = redact(value)
  const quote = /["\n]/.test(text) ? '' : '"'
  const label = `${key}: ${quote}`
  const { text: labelled } = redact(`${label}${text}${quote}`)
  return labelled.startsWith(label) ? labelled.slice(label.length, labelled.length - quote.length) : text
}

/** A PIN or a card number may arrive as a number. */
const cleanNumber = (value: number, key: string): number | string => {
  const label = `${key}: `
  const { text, count } = redact(`${label}${value}`)
  return count > 0 && text.startsWith(label) ? text.slice(label.length) : value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
