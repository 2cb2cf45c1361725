import type { RequestListener } from 'node:http'
import type { Config } from '../config/config.js'
import { createServer, type ServerDependencies } from '../http/server.js'
import type { Logger } from '../logger.js'
import { createMcpRouter } from '../mcp/http.js'
import { askHere, askService } from '../mcp/operations.js'
import { type StdioConnection, serveOverStdio } from '../mcp/stdio.js'

/** The ways into the application: HTTP, with the Model Context Protocol on a path of its own, and that protocol on stdin and stdout. */
export const doorsOf = (
  { mcpScope: scope, keys }: Config,
  edge: Omit<ServerDependencies, 'mcp'>,
): { readonly handler: RequestListener; readonly mcp: () => StdioConnection } => ({
  handler: createServer({ ...edge, mcp: createMcpRouter }),
  mcp: () => {
    const { logger, api } = edge
    const failed = (error: unknown) => logger.error({ err: error }, 'an operation failed')
    // Whoever starts a process is not limited by it, and no tool asks for the OpenAPI document.
    const whole = () => ({ ...edge, api: api(), countRequest: async () => {}, document: () => ({}) })
    return serveOverStdio({ ask: askHere({ edge: whole, key: 'standard', failed }), scope, key: keys.standard, logger })
  },
})

/** The same on stdin and stdout over the HTTP of the service that holds the store. */
export const mcpOfService = ({ mcpScope: scope, keys }: Config, address: string, logger: Logger): StdioConnection =>
  serveOverStdio({
    ask: askService(address, keys.standard),
    scope,
    key: keys.standard,
    logger,
  })
