import { createHash } from 'node:crypto'

/** A text as a mismatch may show it: how long it is and its hash. The same as the database makes of it. */
export const sealed = (text: string | null): string | null =>
  text === null ? null : `${[...text].length} characters, md5 ${createHash('md5').update(text).digest('hex')}`

/** Any value as a mismatch may show it: what people write stands for its length and hash, whatever its order of keys. */
export const sealedJson = (value: unknown): string | null => sealed(JSON.stringify(inOrder(value)))

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]))
}
