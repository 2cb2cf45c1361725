import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { BadRequest, Forbidden } from './client-errors.js'
import { createDocsPage } from './docs-page.js'
import { answerTo } from './errors.js'
import { isUnfit } from './invalid-text.js'
import { createKeyCheck, type Keys } from './keys.js'
import { documentOf } from './openapi/describe.js'
import { createRateLimit } from './rate-limit.js'
import { decoded, MALFORMED } from './read-request.js'
import { contextOf, logRequests } from './request-log.js'
import { ADMIN_PATH, type Edge } from './route.js'
import { createRouter, noSuchPath } from './router.js'
import { routes } from './routes/index.js'

export type ServerDependencies = Omit<Edge, 'document' | 'api' | 'countRequest'> & {
  /** The API of the active embedding model: called once for each request, which uses the result to its end. */
  readonly api: () => Edge['api']
  readonly keys: Keys
  /** Requests of one key per minute; 0: no limit. */
  readonly rateLimitPerMinute: number
  readonly logger: Logger
}

/** The Express application: every answer is JSON, and without a key no path under /v1 can be reached or told from another. */
export const createServer = ({ keys, rateLimitPerMinute, logger, api, ...edge }: ServerDependencies): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.use(logRequests(logger), helmet(), neverCached)
  const { limit, count: countRequest } = createRateLimit(rateLimitPerMinute)
  app.use('/v1', checkKey(keys), limit)
  app.use(ADMIN_PATH, forAdmins)
  app.use(checkPath)
  app.use(createDocsPage())
  const document = onceAsked(() => documentOf(routes, edge.about))
  app.use(createRouter(routes, () => ({ ...edge, document, countRequest, api: api() })))
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

const checkKey = (keys: Keys): RequestHandler => {
  const keyOf = createKeyCheck(keys)
  return (request, response, next) => {
    contextOf(response).key = keyOf(request.headers.authorization)
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
