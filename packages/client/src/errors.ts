/** What went wrong, as a word to decide by. The first ten come from the service, the others from the way to it. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'key_reused'
  | 'rate_limited'
  | 'unavailable'
  | 'failed'
  | 'unexpected'
  | 'network'
  | 'timeout'
  | 'aborted'

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'bad_request',
  422: 'key_reused',
  429: 'rate_limited',
  500: 'failed',
  502: 'failed',
  503: 'unavailable',
}

type Facts = {
  readonly code: ErrorCode
  readonly status?: number
  readonly requestId?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly body?: unknown
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/**
 * Every error of a call.
 * @example
 * try {
 *   await ana.get(id)
 * } catch (error) {
 *   if (error instanceof PalimpsestError && error.code === 'not_found') return undefined
 *   throw error
 * }
 */
export class PalimpsestError extends Error {
  override readonly name = 'PalimpsestError'
  readonly code: ErrorCode
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number
  /** Whether the same call may succeed later. Give a write the same `idempotencyKey` then. */
  readonly retryable: boolean
  /** How long the service asks to wait before that. */
  readonly retryAfterMs: number | undefined
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined
  /** The key that the write was sent with. */
  readonly idempotencyKey: string | undefined
  /** The answer of the service, with all its fields. */
  readonly body: unknown

  constructor(message: string, facts: Facts) {
    const { code, status = 0, requestId, idempotencyKey, body, retryAfterMs, cause } = facts
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.retryable = ['rate_limited', 'unavailable', 'network', 'timeout'].includes(code)
    this.requestId = requestId
    this.idempotencyKey = idempotencyKey
    this.body = body
  }
}

/** The error that an answer tells of. */
export const errorOf = (response: Response, body: unknown, idempotencyKey: string | undefined): PalimpsestError => {
  const { status, headers } = response
  return new PalimpsestError(messageIn(body) ?? `The service answered ${status}`, {
    code: CODES[status] ?? 'unexpected',
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    idempotencyKey,
    body,
    retryAfterMs: millisecondsIn(headers.get('Retry-After')),
  })
}

/** Seconds, as the service writes them, or a date, as a proxy may. */
const millisecondsIn = (retryAfter: string | null): number | undefined => {
  if (retryAfter === null) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** `message` says more than `error`, which is a word where there are both; `detail` says more still. */
const messageIn = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, message, detail }: { error?: unknown; message?: unknown; detail?: unknown } = body
  const said = [message ?? error, detail].filter((text) => typeof text === 'string')
  return said.length === 0 ? undefined : said.join(': ')
}
