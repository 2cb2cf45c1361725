import { ignoredFields, withIgnoredFields } from '../http/check.js'
import { answerTo } from '../http/errors.js'
import type { Edge, Route, RouteRequest } from '../http/route.js'

/** What a tool asks of an operation of the HTTP interface. Parameters of GET and DELETE are texts, as in an address. */
type Operation = {
  readonly params?: Readonly<Record<string, string>>
  readonly input: Readonly<Record<string, unknown>>
  /** The log position that a read has to include. */
  readonly position?: string | undefined
}

type Answered = {
  readonly body: unknown
  /** The log position of a write; empty after a read. */
  readonly position: string
}

/** Carries out one operation. Throws Refused. */
export type Ask = (route: Route, operation: Operation) => Promise<Answered>

/** The tool cannot do it; the message is for the model. `status` is the one that HTTP would answer. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

type Here = {
  readonly edge: () => Edge
  readonly key: RouteRequest['key']
  /** Hears of errors that nobody expected. */
  readonly failed: (error: unknown) => void
}

/** Operations in this process, through their routes: checked, and after earlier writes, as a request over HTTP. */
export const askHere = ({ edge, key, failed }: Here): Ask => {
  return async (route, { params = {}, input, position }) => {
    try {
      const headers = position === undefined ? {} : { 'x-min-position': position }
      const reply = await route.run(edge(), { params, input, headers, key })
      return {
        body: withIgnoredFields(reply.body, ignoredFields(route.input, input)),
        position: reply.headers?.['X-Log-Position'] ?? '',
      }
    } catch (error) {
      const { status, body } = answerTo(error)
      if (status >= 500) failed(error)
      throw new Refused(sentenceOf(body), status)
    }
  }
}

const PATIENCE_MS = 60_000

/** The same operations in a service at an address, over HTTP. */
export const askService = (address: string, key: string): Ask => {
  return async (route, { params = {}, input, position }) => {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const hasBody = route.method === 'post' || route.method === 'put'
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))
    const response = await fetch(`${address}${path}${hasBody ? '' : `?${query}`}`, {
      method: route.method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${key}`,
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...(position === undefined ? {} : { 'X-Min-Position': position }),
      },
      ...(hasBody ? { body: JSON.stringify(input) } : {}),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => {
      throw new Refused(`The palimpsest service at ${address} does not answer. Start it again (palimpsest serve).`, 503)
    })
    const body: unknown = await response.json().catch(() => ({}))
    if (!response.ok) throw new Refused(refusalOf(response.status, body, address), response.status)
    return { body, position: response.headers.get('X-Log-Position') ?? '' }
  }
}

const refusalOf = (status: number, body: unknown, address: string): string =>
  status === 401
    ? `The palimpsest service at ${address} refuses the key. Set CORE_API_KEY to its key.`
    : sentenceOf(body instanceof Object ? { ...body } : {})

/** The fields of an error that are for people, as one sentence. */
const sentenceOf = (body: Readonly<Record<string, unknown>>): string =>
  [body.error, body.message, body.detail, body.reason].filter((part) => typeof part === 'string').join(': ') ||
  'Internal error'
