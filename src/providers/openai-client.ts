import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai'
import { type Provider, ProviderRejected } from './errors.js'
import type { Fault } from './retry.js'

export type OpenAiServer = {
  /** up to and including the version, such as http://localhost:11434/v1 */
  readonly baseURL: string
  /** if absent, no Authorization header is sent */
  readonly apiKey?: string | undefined
}

/** Vectors as plain numbers take the most. */
const MOST_BYTES = 64 * 2 ** 20

/** fetch that reads at most so many bytes of an answer. */
const boundedFetch =
  (most: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    let bytes = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > most) controller.error(new MalformedAnswer())
        else controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers })
  }

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/**
 * A client that reads nothing from the environment (the package would send OPENAI_API_KEY to any server), writes no
 * log, and does not retry: its timeout ends with the headers, so a body that hangs would never end.
 * @throws ProviderRejected if the address is not http(s) or the key is not allowed in a header
 */
export const openAiClient = ({ baseURL, apiKey }: OpenAiServer, provider: Provider, mostBytes = MOST_BYTES): OpenAI => {
  if (!isWebAddress(baseURL)) throw new ProviderRejected(provider, 'its base URL is not an http or https address')
  if (apiKey && !/^[!-~]+$/.test(apiKey))
    throw new ProviderRejected(provider, 'its API key has characters that a header cannot carry')
  return new OpenAI({
    baseURL,
    apiKey: apiKey || 'none',
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch: boundedFetch(mostBytes),
    maxRetries: 0,
  })
}

/**
 * Runs with a signal that aborts after `ms`, or with `outer`.
 * @throws TimedOut when the time ran out, regardless of the error of `run`
 */
export const withTimeout = async <T>(
  ms: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted()
  const late = AbortSignal.timeout(ms)
  const ended = new AbortController()
  try {
    return await run(AbortSignal.any([late, outer, ended.signal]))
  } catch (error) {
    throw late.aborted ? new TimedOut() : error
  } finally {
    // Who listens to a signal that never aborts would be kept for ever.
    ended.abort()
  }
}

/** Cuts a text without splitting a surrogate pair, and replaces lone surrogates, which strict JSON readers refuse. */
export const sendable = (text: string, length = text.length): string => {
  const cut = text.slice(0, length)
  const whole = text.length > length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
  return whole.replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** The server did not complete its answer in time. */
class TimedOut extends Error {}

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

/** Classifies an error; undefined: not the provider's. Never quotes message or body: servers repeat keys and texts. */
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
