import { errorOf, PalimpsestError } from './errors.js'
import { endpoints, type Operations } from './schema.js'

/** Where the service is, and how patient the client is with it. */
export type Options = {
  /** As `http://127.0.0.1:3050`; a path before `/v1` is kept. */
  readonly url: string
  /** The standard key, or the admin key. */
  readonly key: string
  /** How long a call may take, with all its retries. Milliseconds; 60,000 if absent. */
  readonly timeoutMs?: number
  /** How often a call is sent again after 429, 503 or a broken connection. 5 if absent. */
  readonly retries?: number
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** What a single call may ask for. */
export type Call = {
  /** Ends the call early. */
  readonly signal?: AbortSignal
  /** In place of the client's. */
  readonly timeoutMs?: number
  /** Of a write, in place of a random one: the same key and request within 24 hours are carried out once. */
  readonly idempotencyKey?: string
}

export type Operation = keyof Operations
export type Result<Name extends Operation> = Operations[Name]['result']

export type Sending = {
  /** Fields of the path. */
  readonly params?: Readonly<Record<string, string>>
  /** The body, or the query. */
  readonly input?: object
  /** A position of the log that a read waits for. */
  readonly after?: bigint | undefined
  readonly call?: Call | undefined
}

/** What was answered. `position`: where a write stands in the log. */
export type Answer<Name extends Operation> = { readonly result: Result<Name>; readonly position: bigint | undefined }

/** Of different ignored fields a client warns at most so often. */
const MOST_WARNINGS = 100
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5000

type Request = {
  readonly name: Operation
  readonly url: string
  readonly init: RequestInit
  readonly idempotencyKey: string | undefined
}

/** Sends requests, and sends them again where that may help. */
export class Transport {
  readonly #base: string
  readonly #key: string
  readonly #timeoutMs: number
  readonly #retries: number
  readonly #fetch: typeof fetch
  readonly #warned = new Set<string>()

  constructor({ url, key, timeoutMs = 60_000, retries = 5, fetch: given = fetch }: Options) {
    this.#base = new URL(url).href.replace(/\/+$/, '')
    this.#key = key
    this.#timeoutMs = timeoutMs
    this.#retries = retries
    // Browsers refuse a `fetch` that is called as a method of another object.
    this.#fetch = (...sent) => given(...sent)
  }

  /** Carries out an operation. Throws PalimpsestError. */
  async send<Name extends Operation>(
    name: Name,
    sending: Sending = {},
    retries = this.#retries,
  ): Promise<Answer<Name>> {
    const { signal: caller, timeoutMs = this.#timeoutMs } = sending.call ?? {}
    const ends = performance.now() + timeoutMs
    const expiry = AbortSignal.timeout(timeoutMs)
    // Node 20 collects a time limit that only `AbortSignal.any` refers to; one with a listener stays.
    expiry.addEventListener('abort', () => {}, { once: true })
    const signal = caller ? AbortSignal.any([caller, expiry]) : expiry
    const request = this.#requestOf(name, sending, signal)
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt<Name>(request)
      } catch (error) {
        if (!(error instanceof PalimpsestError) || signal.aborted)
          throw interrupted(request, { caller, timeoutMs }, error)
        const wait = waitAfter(error, { attempt, retries })
        if (performance.now() + wait > ends) throw error
        await pause(wait, signal)
        if (signal.aborted) throw interrupted(request, { caller, timeoutMs }, error)
      }
    }
  }

  #requestOf(name: Operation, { params = {}, input = {}, after, call }: Sending, signal: AbortSignal): Request {
    const { method, path, writes } = endpoints[name]
    const headers = new Headers({ Authorization: `Bearer ${this.#key}` })
    const idempotencyKey = writes ? (call?.idempotencyKey ?? randomKey()) : undefined
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
    if (after !== undefined && !writes) headers.set('X-Min-Position', `${after}`)
    const url = this.#base + path.replace(/\{(\w+)\}/g, (_, field) => encodeURIComponent(params[field] ?? ''))
    if (method === 'GET' || method === 'DELETE')
      return { name, url: url + queryOf(input), init: { method, headers, signal }, idempotencyKey }
    headers.set('Content-Type', 'application/json')
    return { name, url, init: { method, headers, signal, body: JSON.stringify(input) }, idempotencyKey }
  }

  async #attempt<Name extends Operation>({ name, url, init, idempotencyKey }: Request): Promise<Answer<Name>> {
    const { response, text } = await this.#exchange(url, init).catch((cause: unknown) => {
      throw new PalimpsestError(`The service cannot be reached: ${reasonOf(cause)}`, {
        code: 'network',
        idempotencyKey,
        cause,
      })
    })
    const body = parsed(text)
    if (!response.ok) throw errorOf(response, body, idempotencyKey)
    if (body === undefined)
      throw new PalimpsestError(`${url} answers no JSON`, {
        code: 'unexpected',
        status: response.status,
        idempotencyKey,
      })
    this.#warnOf(name, ignoredIn(body))
    const position = response.headers.get('X-Log-Position')
    // The document of the service says so of this operation.
    return { result: body as Result<Name>, position: position === null ? undefined : BigInt(position) }
  }

  /** A misspelt field is an error of the program, which its types may not have caught. Once for each. */
  #warnOf(name: Operation, fields: readonly unknown[]): void {
    const fresh = fields.filter((field) => !this.#warned.has(`${name} ${field}`))
    if (fresh.length === 0 || this.#warned.size >= MOST_WARNINGS) return
    for (const field of fresh) this.#warned.add(`${name} ${field}`)
    console.warn(`palimpsest: ${name} does not know these fields, which had no effect: ${fresh.join(', ')}`)
  }

  async #exchange(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
    const response = await this.#fetch(url, init)
    return { response, text: await response.text() }
  }
}

type Limits = { readonly caller: AbortSignal | undefined; readonly timeoutMs: number }

const interrupted = ({ idempotencyKey }: Request, { caller, timeoutMs }: Limits, cause: unknown): PalimpsestError =>
  caller?.aborted
    ? new PalimpsestError('The call was aborted', { code: 'aborted', idempotencyKey, cause })
    : new PalimpsestError(`No answer within ${timeoutMs} ms`, { code: 'timeout', idempotencyKey, cause })

/** Node puts the reason behind a general `fetch failed`. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : error.message
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ignoredIn = (body: unknown): readonly unknown[] => {
  const ignored: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'ignored_fields') : undefined
  return Array.isArray(ignored) ? ignored : []
}

/** Of the platform's random bytes, because `randomUUID` is missing on pages that are not served over HTTPS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const queryOf = (input: object): string => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const fields = given.map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : `${value}`,
  ])
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** Infinite where it is not to be sent again. */
const waitAfter = (
  { retryable, retryAfterMs }: PalimpsestError,
  { attempt, retries }: { readonly attempt: number; readonly retries: number },
): number => (retryable && attempt < retries ? waitBefore(attempt, retryAfterMs) : Infinity)

/** Twice as long each time, at random, so that many clients do not come back at once; never before the service asks them to. */
const waitBefore = (attempt: number, retryAfterMs = 0): number => {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return retryAfterMs + most * (0.5 + Math.random() / 2)
}

/** Ends early where the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
