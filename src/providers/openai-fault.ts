import { APIConnectionTimeoutError, APIError } from 'openai'
import { ProviderRejected } from './errors.js'
import type { Fault } from './retry.js'

/** The server did not finish its answer in time. */
export class TimedOut extends Error {}

/** The server answered 200 with something that is not the form agreed on. */
export class MalformedAnswer extends Error {}

/** Codes that are shown. Any other is left out: a server may put a key or a text into it. */
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

/** The system's code of a failed connection (ECONNREFUSED, ENOTFOUND …), which lies some causes deep. */
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
 * Reads an error of the OpenAI client. Its message and body are never quoted: servers repeat keys and texts in them.
 * undefined: no fault of the provider.
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
  // A connection that breaks within the body surfaces as fetch's own TypeError, with the socket's error as its cause.
  return error instanceof TypeError && error.cause !== undefined ? connectionFault(error) : undefined
}
