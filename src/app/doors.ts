import type { App, Composition } from '../cli/ports.js'
import { atomicMemoryRoutes } from '../compat/routes.js'
import type { Config } from '../config/config.js'
import { createServer, type ServerDependencies } from '../http/server.js'
import { createMcpRouter } from '../mcp/http.js'
import { askHere, askService } from '../mcp/operations.js'
import { serveOverStdio } from '../mcp/stdio.js'

/** The ways into the application: HTTP, with the Model Context Protocol and other interfaces on paths of their own, and that protocol on stdin and stdout. */
export const doorsOf = (
  { mcpScope: scope, keys, searchProviders, llm }: Config,
  edge: Omit<ServerDependencies, 'mcp' | 'compat'>,
): Pick<App, 'handler' | 'mcp'> => ({
  handler: createServer({
    ...edge,
    mcp: createMcpRouter,
    compat: atomicMemoryRoutes({
      reranks: searchProviders.reranker !== undefined,
      repairs: searchProviders.model.repairs && llm.provider !== 'none',
    }),
  }),
  mcp: (toolset) => {
    const { logger, api } = edge
    const failed = (error: unknown) => logger.error({ err: error }, 'an operation failed')
    // Whoever starts a process is not limited by it, and no tool asks for the OpenAPI document.
    const whole = () => ({ ...edge, api: api(), countRequest: async () => {}, document: () => ({}) })
    return serveOverStdio({
      ask: askHere({ edge: whole, key: 'standard', failed }),
      scope,
      toolset,
      key: keys.standard,
      logger,
    })
  },
})

/** The same on stdin and stdout over the HTTP of the service that holds the store. */
export const mcpOfService: Composition['mcpOfService'] = ({ mcpScope: scope, keys }, { address, toolset }, logger) =>
  serveOverStdio({
    ask: askService(address, keys.standard),
    scope,
    toolset,
    key: keys.standard,
    logger,
  })
