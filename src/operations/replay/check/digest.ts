import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../domain/canonical-json.js'

/** A text as a mismatch may show it: how long it is and its hash. The same as the database makes of it. */
export const sealed = (text: string | null): string | null =>
  text === null ? null : `${[...text].length} characters, md5 ${createHash('md5').update(text).digest('hex')}`

/** Any value as a mismatch may show it: what people write stands for its length and hash, whatever its order of keys. */
export const sealedJson = (value: unknown): string | null => sealed(canonicalJson(value) ?? null)
