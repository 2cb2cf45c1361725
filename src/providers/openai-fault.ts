import { APIConnectionTimeoutError, APIError } from 'openai'
import { z } from 'zod'
import { ProviderRejected } from './errors.js'
import type { Fault } from './retry.js'

/** The server did not complete its answer in time. */
export class TimedOut extends Error {}

/** The server answered 200 with an invalid body. */
export class MalformedAnswer extends Error {}

/** Codes that may be shown. Others are omitted: a server may put a key or a text into them. */
const SHOWN_CODES = new Set([
  'context_length_exceeded',
  'insufficient_quota',
  'invalid_api_key',
  'model_not_found',
  'rate_limit_exceeded',
])
const TRANSIENT = new Set([408, 409, 425, 429])

/** Retry-After as seconds or as a date, and retry-after-ms. `now`: milliseconds since 1970. */
export const retryAfterMs = (headers: Headers | undefined, now: number): number | undefined => {
  const ms = headers?.get('retry-after-ms')
  const header = headers?.get('retry-after')
  const wait = ms ? Number(ms) : header ? Number(header) * 1000 : Number.NaN
  const asked = Number.isNaN(wait) && header ? Date.parse(header) - now : wait
  return Number.isFinite(asked) ? Math.max(0, asked) : undefined
}

/** The system code of a failed connection (ECONNREFUSED, ENOTFOUND …), which is some causes deep. */
const systemCode = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code
  return systemCode(error.cause, depth + 1)
}

const connectionFault = (error: unknown): Fault => {
  const code = systemCode(error)
  return { retryable: true, detail: code ? `connection failed (${code})` : 'connection failed' }
}

const statusFault = (status: number, error: APIError, now: number): Fault => {
  const detail = error.code && SHOWN_CODES.has(error.code) ? `HTTP ${status} (${error.code})` : `HTTP ${status}`
  const retryable = TRANSIENT.has(status) || status >= 500
  const wait = retryAfterMs(error.headers, now)
  return wait === undefined ? { retryable, detail } : { retryable, detail, retryAfterMs: wait }
}

/**
 * Classifies an error of the OpenAI client. Its message and body are never quoted: servers repeat keys and texts in
 * them. undefined: the error is not the provider's.
 */
export const openAiFault = (error: unknown, now = Date.now()): Fault | undefined => {
  if (error instanceof ProviderRejected) return undefined
  if (error instanceof TimedOut || error instanceof APIConnectionTimeoutError)
    return { retryable: true, detail: 'timed out' }
  if (error instanceof MalformedAnswer || error instanceof SyntaxError)
    return { retryable: true, detail: 'malformed answer' }
  if (error instanceof APIError) {
    return error.status === undefined ? connectionFault(error) : statusFault(error.status, error, now)
  }
  // A connection that breaks within the body appears as fetch's TypeError, with the socket's error as its cause.
  return error instanceof TypeError && error.cause !== undefined ? connectionFault(error) : undefined
}

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().nullish(),
      embedding: z.union([z.string(), z.array(z.unknown())]),
    }),
  ),
})
type Item = z.infer<typeof answerSchema>['data'][number]

const refused = (fault: string, dimensions: number) =>
  new ProviderRejected(
    'embedding',
    `${fault}; check EMBEDDING_MODEL and EMBEDDING_DIMENSIONS (${dimensions}), or NEXT_EMBEDDING_*`,
  )

/** float32 little-endian in base64, or plain numbers (a server may send null for a number it could not compute). */
const numbersOf = (embedding: Item['embedding']): readonly number[] => {
  if (typeof embedding !== 'string') return embedding.map((x) => (typeof x === 'number' ? x : Number.NaN))
  const bytes = Buffer.from(embedding, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(4 * i))
}

const unitVector = ({ embedding }: Item, dimensions: number): Float32Array | null => {
  const numbers = numbersOf(embedding)
  if (numbers.length !== dimensions) throw refused(`a vector of ${numbers.length} dimensions came`, dimensions)
  const norm = Math.hypot(...numbers)
  if (!Number.isFinite(norm)) throw refused('a vector with something that is no finite number came', dimensions)
  return norm === 0 ? null : Float32Array.from(numbers, (x) => x / norm)
}

/** Sorted by `index`; in the given order if the server sends no index. */
const inOrder = (items: readonly Item[], dimensions: number): readonly Item[] => {
  if (items.every(({ index }) => index == null)) return items
  const byIndex = new Map(items.map((item) => [item.index, item]))
  return items.map((_, i) => {
    const item = byIndex.get(i)
    if (!item) throw refused(`no vector came for text ${i} of a batch`, dimensions)
    return item
  })
}

/**
 * The unit vectors in an answer of POST /embeddings, in the order of the texts sent. null: a zero vector.
 * @throws MalformedAnswer if the body has another form
 * @throws ProviderRejected for another number of vectors, other dimensions, or a value that is not a finite number
 */
export const vectorsOf = (answer: unknown, count: number, dimensions: number): readonly (Float32Array | null)[] => {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) throw new MalformedAnswer()
  const { data } = parsed.data
  if (data.length !== count) throw refused(`${data.length} vectors came for ${count} texts`, dimensions)
  return inOrder(data, dimensions).map((item) => unitVector(item, dimensions))
}
