import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { BadRequest, Forbidden } from './client-errors.js'
import { createDocsPage } from './docs-page.js'
import { answerTo } from './errors.js'
import { isUnfit } from './invalid-text.js'
import { createKeyCheck, type Keys } from './keys.js'
import { documentOf } from './openapi/describe.js'
import { limitRate } from './rate-limit.js'
import { decoded, MALFORMED } from './read-request.js'
import { contextOf, logRequests } from './request-log.js'
import { ADMIN_PATH, type Edge } from './route.js'
import { createRouter, noSuchPath } from './router.js'
import { reserved, routes } from './routes/index.js'

export type ServerDependencies = Omit<Edge, 'document' | 'api'> & {
  /** The API of the active embedding model: asked for once by each request, which keeps it to its end. */
  readonly api: () => Edge['api']
  readonly keys: Keys
  /** Requests of one key; 0: as many as they like. */
  readonly rateLimitPerMinute: number
  readonly logger: Logger
}

/** The HTTP edge: every answer is JSON, and nothing under /v1 is reached, or told apart, without a key. */
export const createServer = ({ keys, rateLimitPerMinute, logger, api, ...edge }: ServerDependencies): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.use(logRequests(logger), helmet(), neverCached)
  app.use('/v1', checkKey(keys), limitRate(rateLimitPerMinute))
  app.use(ADMIN_PATH, forAdmins)
  app.use(checkPath)
  app.use(createDocsPage())
  const document = onceAsked(() => documentOf(routes, edge.about))
  app.use(createRouter(routes, reserved, () => ({ ...edge, document, api: api() })))
  app.use(noSuchPath)
  app.use(answerError)
  return app
}

/** Made when it is first wanted, and kept. */
const onceAsked = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What nobody may keep is not compared with what somebody kept either: no 304 without a body. */
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

/** Also where there is nothing: strangers are not told. */
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

/** Express knows an error handler by its four parameters. */
const answerError: ErrorRequestHandler = (error, request, response, _next) => {
  const { status, headers, body } = answerTo(error)
  if (status >= 500) response.err = error
  if (response.headersSent) return void response.destroy()
  const known = status === 500 ? { ...body, request_id: String(request.id) } : body
  response
    .status(status)
    .set({ ...headers })
    .json(known)
}
