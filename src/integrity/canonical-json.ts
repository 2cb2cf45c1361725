/**
 * A JSON value in the one form that its digest is made of: RFC 8785 (JSON Canonicalization Scheme). No white space, keys
 * ordered by their UTF-16 code units, numbers and strings as ECMAScript writes them. Numbers too large for a double, which
 * the RFC refuses, are written as `Infinity`, and bytes that were no JSON as their base64 text, so that every event has a form.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : `${value}`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'))
  if (typeof value !== 'object' || value === null) return `${value}`
  const members = Object.entries(value).sort(byKey)
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** The operators compare strings by their UTF-16 code units. */
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
