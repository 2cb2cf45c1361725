import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { describeError } from '../logger.js'
import type { KeyClass } from './keys.js'

/** What a middleware learns about a request, for later middleware and for the log line. */
type RequestContext = {
  /** Set by the key check; absent outside /v1. */
  key?: KeyClass
  /** The path pattern of the matched route, without ids. */
  route?: string | undefined
}

/** Express's `response.locals` with its type. Writable. */
export const contextOf = (response: Response): RequestContext => response.locals

/** A log line per request, with id. Never addresses, headers, bodies at any level: they hold ids, keys, memories. */
export const logRequests = (logger: Logger): RequestHandler =>
  pinoHttp<Request, Response>({
    logger,
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    genReqId: (request, response) => {
      const given = String(request.headers['x-request-id'] ?? '')
      const id = /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: levelOf,
    customSuccessObject: answered,
    customErrorObject: (request, response, error, took) => ({
      ...answered(request, response, took),
      err: describeError(response.err ?? error),
    }),
    customErrorMessage: () => 'request failed',
  })

const levelOf = (_: Request, { statusCode, err }: Response) => {
  // A probe was answered, and nothing has failed in that: the service logs the reason once, when it changes.
  if (statusCode === 503 && err === undefined) return 'silent'
  if (statusCode === 500 || (err !== undefined && statusCode < 400)) return 'error'
  return statusCode > 500 ? 'warn' : 'info'
}

const answered = ({ method }: Request, response: Response, { responseTime }: { readonly responseTime: number }) => ({
  method,
  route: contextOf(response).route ?? null,
  status: response.statusCode,
  durationMs: responseTime,
})
