import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express'

import helmet from 'helmet'
import type { Logger } from 'pino'
import { ignoredFields, ignoredFieldsHeader, withIgnoredFields } from './check.js'
import { BadRequest, Forbidden, MethodNotAllowed, NoSuchPath, TooManyRequests } from './client-errors.js'
import { createDocsPage } from './docs-page.js'
import { answerTo } from './errors.js'
import { isUnfit } from './json-limits.js'
import { createKeyCheck, type KeyClass, type Keys } from './keys.js'
import { documentOf } from './openapi/describe.js'
import { decoded, MALFORMED, readBody, readQuery } from './read-request.js'
import { contextOf, logRequests } from './request-log.js'
import { ADMIN_PATH, type Edge, type Route } from './route.js'
import { routes } from './routes/index.js'

/** Serves routes at exact paths, fixed ones before those with an id. Other methods are refused with those allowed. */
const createRouter = (routes: readonly Route[], edge: () => Edge): Router => {
  const router = express.Router({ caseSensitive: true, strict: true })
  const hasId = (path: string) => Number(path.includes(':'))
  for (const path of [...new Set(routes.map(({ path }) => path))].toSorted((a, b) => hasId(a) - hasId(b))) {
    const here = routes.filter((route) => route.path === path)
    const place = router.route(path)
    for (const route of here) place[route.method](serve(route, edge))
    place.all(refuseMethod(here))
  }
  return router
}

const noSuchPath: RequestHandler = () => {
  throw new NoSuchPath()
}

const serve =
  (route: Route, edgeNow: () => Edge): RequestHandler =>
  async (request, response) => {
    const edge = edgeNow()
    const context = contextOf(response)
    context.route = route.path
    const query = readQuery(/\?(.*)$/s.exec(request.url)?.[1] ?? '')
    const key = context.key ?? 'standard'
    if (key !== 'admin' && route.needsAdmin?.(query)) throw new Forbidden('This takes the admin key')
    route.gate?.(edge)
    const fromBody = route.method === 'post' || route.method === 'put'
    const input = fromBody ? await readBody(request, response, route.mostValues) : query
    const ignored = ignoredFields(route.input, input, fromBody ? query : {})
    response.set(ignoredFieldsHeader(ignored))
    const { status, headers, body, fault } = await route.run(edge, {
      params: request.params,
      input,
      headers: request.headers,
      key,
    })
    if (fault instanceof Error) response.err = fault
    response
      .status(status)
      .set({ ...headers })
      .json(route.kind === 'open' ? body : withIgnoredFields(body, ignored))
  }

const refuseMethod = (here: readonly Route[]): RequestHandler => {
  const methods = here.map(({ method }) => method.toUpperCase())
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return (_request, response) => {
    contextOf(response).route = here[0]?.path
    throw new MethodNotAllowed(allowed)
  }
}

const MINUTE_MS = 60_000

/** Counts a request of a key, in windows of a minute that begin with a request; 0: no limit. It throws TooManyRequests. */
const createRateLimit = (perMinute: number): Edge['countRequest'] => {
  const windows = new Map<KeyClass, { readonly endsAt: number; requests: number }>()
  return (key) => {
    if (perMinute === 0) return
    const now = performance.now()
    const current = windows.get(key)
    const window = current !== undefined && now < current.endsAt ? current : { endsAt: now + MINUTE_MS, requests: 0 }
    windows.set(key, window)
    window.requests += 1
    if (window.requests > perMinute) throw new TooManyRequests(Math.ceil((window.endsAt - now) / 1000))
  }
}

export type ServerDependencies = Omit<Edge, 'document' | 'api' | 'countRequest'> & {
  /** The API of the active embedding model: called once for each request, which uses the result to its end. */
  readonly api: () => Edge['api']
  readonly keys: Keys
  /** Requests of one key per minute; 0: no limit. */
  readonly rateLimitPerMinute: number
  readonly logger: Logger
  /** The routes of the Model Context Protocol, which speaks to the same edge. */
  readonly mcp: (serving: { readonly edge: () => Edge; readonly keys: Keys; readonly logger: Logger }) => Router
  /** Routes of other interfaces, below /compat. The OpenAPI document does not have them. */
  readonly compat: readonly Route[]
}

/** The Express application: every answer but an event stream of MCP is JSON, and without a key no path under /v1, /mcp or /compat can be reached or told from another. */
export const createServer = ({
  keys,
  rateLimitPerMinute,
  logger,
  mcp,
  compat,
  api,
  ...rest
}: ServerDependencies): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.use(logRequests(logger), helmet(), neverCached)
  const countRequest = createRateLimit(rateLimitPerMinute)
  app.use(['/v1', '/mcp', '/compat'], checkKey(keys, countRequest))
  app.use(ADMIN_PATH, forAdmins)
  app.use(checkPath)
  app.use(createDocsPage())
  const document = onceAsked(() => documentOf(routes, rest.about))
  const edge = () => ({ ...rest, document, countRequest, api: api() })
  app.use(mcp({ edge, keys, logger }))
  app.use(createRouter([...routes, ...compat], edge))
  app.use(noSuchPath)
  app.use(answerError)
  return app
}

/** Made at the first use, then kept. */
const onceAsked = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Answers must not be cached, so a request is never answered with 304 and no body. */
const neverCached: RequestHandler = (request, response, next) => {
  delete request.headers['if-none-match']
  response.set('Cache-Control', 'no-store')
  next()
}

/** A request without a valid key is not counted. */
const checkKey = (keys: Keys, countRequest: Edge['countRequest']): RequestHandler => {
  const keyOf = createKeyCheck(keys)
  return (request, response, next) => {
    const key = keyOf(request.headers.authorization)
    contextOf(response).key = key
    countRequest(key)
    next()
  }
}

/** Also for unknown paths: nobody without a key learns which paths exist. */
const forAdmins: RequestHandler = (_request, response, next) => {
  if (contextOf(response).key !== 'admin') throw new Forbidden('This takes the admin key')
  next()
}

const checkPath: RequestHandler = ({ path }, _, next) => {
  const text = decoded(path)
  if (text === MALFORMED) throw new BadRequest([{ field: 'path', says: 'must be percent-encoded UTF-8' }])
  if (isUnfit(text)) throw new BadRequest([{ field: 'path', says: 'must not contain a NUL character' }])
  next()
}

/** Express recognizes an error handler by its four parameters. */
const answerError: ErrorRequestHandler = (error, request, response, _next) => {
  const { status, headers, body } = answerTo(error)
  if (status >= 500) response.err = error
  if (response.headersSent) return void response.destroy()
  if (status === 400) response.removeHeader('X-Ignored-Fields') // the request was refused as a whole
  const known = status === 500 ? { ...body, request_id: String(request.id) } : body
  response
    .status(status)
    .set({ ...headers })
    .json(known)
}
