import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { answerTo } from './errors.js'
import { createKeyCheck, type Keys } from './keys.js'
import { decoded, MALFORMED } from './read-query.js'
import { BadRequest } from './refusals.js'
import { logRequests } from './request-log.js'
import { noteOf } from './request-notes.js'
import type { Edge } from './route.js'
import { createRouter, noSuchPath } from './router.js'
import { reserved, routes } from './routes/index.js'
import { isUnfit } from './unfit-text.js'

export type ServerParts = Edge & { readonly keys: Keys; readonly logger: Logger }

/** The HTTP edge: every answer is JSON, and nothing under /v1 is reached, or told apart, without a key. */
export const createServer = ({ keys, logger, ...edge }: ServerParts): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.use(logRequests(logger), helmet(), neverCached)
  app.use('/v1', checkKey(keys))
  app.use(checkPath)
  app.use(createRouter(routes, reserved, edge))
  app.use(noSuchPath)
  app.use(answerError)
  return app
}

const neverCached: RequestHandler = (_, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}

const checkKey = (keys: Keys): RequestHandler => {
  const keyOf = createKeyCheck(keys)
  return (request, _, next) => {
    noteOf(request).key = keyOf(request.headers.authorization)
    next()
  }
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
