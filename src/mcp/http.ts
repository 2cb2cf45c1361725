import { localhostOriginValidation } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import express, { type RequestHandler, type Router } from 'express'
import { MethodNotAllowed } from '../http/client-errors.js'
import type { Keys } from '../http/keys.js'
import { readBody, readQuery } from '../http/read-request.js'
import { contextOf } from '../http/request-log.js'
import type { Edge } from '../http/route.js'
import type { Logger } from '../logger.js'
import { askHere } from './operations.js'
import { MCP_PATHS, scopeOfRequest } from './scope.js'
import { createMcpServer, tokenSecret } from './server.js'
import { toolsetOfQuery } from './toolsets.js'

type Serving = { readonly edge: () => Edge; readonly keys: Keys; readonly logger: Logger }

/** MCP over HTTP, without sessions: any process may answer any request. It stands after key check and rate limit. */
export const createMcpRouter = (serving: Serving): Router => {
  const router = express.Router({ caseSensitive: true, strict: true })
  for (const path of MCP_PATHS) {
    // A page of a browser may reach a service on this machine by a name of its own; its origin shows that.
    router.route(path).post(localhostOriginValidation(), serve(path, serving)).all(refuseMethod(path))
  }
  return router
}

const refuseMethod =
  (path: string): RequestHandler =>
  (_request, response) => {
    contextOf(response).route = path
    throw new MethodNotAllowed(['POST'])
  }

const serve = (path: string, { edge, keys, logger }: Serving): RequestHandler => {
  const secret = tokenSecret(keys.standard)
  const failed = (error: unknown) => logger.error({ err: error }, 'a tool failed')
  return async (request, response) => {
    const context = contextOf(response)
    context.route = path
    const key = context.key ?? 'standard'
    const scope = scopeOfRequest(request.params, request.headersDistinct)
    const toolset = toolsetOfQuery(readQuery(/\?(.*)$/s.exec(request.url)?.[1] ?? ''))
    const body = await readBody(request, response)
    // A batch, as a revision of 2025 has it, counts as so many requests.
    for (const _ of Array.isArray(body) ? body.slice(1) : []) await edge().countRequest(key)
    const connection = { ask: askHere({ edge, key, failed }), scope, toolset, secret, failed }
    // There is nothing to subscribe to, and a stream that stays open would hold up the stop of the service.
    const mcp = createMcpHandler(() => createMcpServer(connection), { maxSubscriptions: 0 })
    await toNodeHandler(mcp, { onerror: failed })(request, response, body)
  }
}
