/**
 * A JSON value in the one form that its digest is made of: RFC 8785 (JSON Canonicalization Scheme). No white space, keys
 * ordered by their UTF-16 code units, numbers and strings as ECMAScript writes them. Numbers too large for a double, which
 * the RFC refuses, are written as `Infinity`, and bytes that were no JSON as their base64 text, so that every event has a form.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return `${value}`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'))
  if (typeof value !== 'object' || value === null) return `${value}`
  const members = value as Readonly<Record<string, unknown>> // what is no array has its values by name
  let text = ''
  for (const key of Object.keys(value).sort())
    text += `${text === '' ? '{' : ','}${quoted(key)}:${canonicalJson(members[key])}`
  return text === '' ? '{}' : `${text}}`
}

/** Of the few names that events have, and of the first others. */
const names = new Map<string, string>()
const MOST_NAMES = 1000

const quoted = (key: string): string => {
  const known = names.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(key)
  if (names.size < MOST_NAMES) names.set(key, text)
  return text
}
