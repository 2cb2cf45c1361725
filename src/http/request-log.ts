import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { describeError } from '../logger.js'
import type { KeyClass } from './keys.js'

/** What one step of the edge tells the next about a request. */
type Note = { key?: KeyClass; route?: string | undefined }

const notes = new WeakMap<IncomingMessage, Note>()

/** The note of a request, to be written on. */
export const noteOf = (request: IncomingMessage): Note => {
  const note = notes.get(request) ?? {}
  notes.set(request, note)
  return note
}

/**
 * Gives each request an id, the caller's if it is sane, and logs one line when it is answered. Neither addresses,
 * headers nor bodies are logged at any level: they hold ids, keys and memories.
 */
export const logRequests = (logger: Logger): RequestHandler =>
  pinoHttp({
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
    customLogLevel: (_, { statusCode }) => (statusCode === 500 ? 'error' : statusCode > 500 ? 'warn' : 'info'),
    customSuccessObject: (request, response, { responseTime }) => ({
      method: request.method,
      route: noteOf(request).route ?? null,
      status: response.statusCode,
      durationMs: responseTime,
    }),
    customErrorObject: (request, response, error, { responseTime }) => ({
      method: request.method,
      route: noteOf(request).route ?? null,
      status: response.statusCode,
      durationMs: responseTime,
      err: describeError(response.err ?? error),
    }),
    customErrorMessage: () => 'request failed',
  })
