import type { RequestListener } from 'node:http'
import { atomicMemoryRoutes } from '../compat/routes.js'
import type { Config } from '../config/config.js'
import { about } from '../config/package-info.js'
import type { RuntimeSettings, Settings } from '../config/runtime-settings.js'
import { type EmbeddingModel, sameModel } from '../domain/embedding.js'
import { createServer, type ServerDependencies } from '../http/server.js'
import type { Logger } from '../logger.js'
import { createMcpRouter } from '../mcp/http.js'
import { type Ask, askHere, askService, Refused } from '../mcp/operations.js'
import { type StdioConnection, serveOverStdio } from '../mcp/stdio.js'
import type { Toolset } from '../mcp/toolsets.js'

/** The ways into the application: HTTP, with the Model Context Protocol and other interfaces on paths of their own, and the operations that this protocol asks on stdin. */
export const doorsOf = (
  { searchProviders, llm }: Config,
  edge: Omit<ServerDependencies, 'mcp' | 'compat'>,
): { readonly handler: RequestListener; readonly ask: Ask } => {
  const { logger, api } = edge
  const failed = (error: unknown) => logger.error({ err: error }, 'an operation failed')
  // Whoever starts a process is not limited by it, and no tool asks for the OpenAPI document.
  const whole = () => ({ ...edge, api: api(), countRequest: async () => {}, document: () => ({}) })
  return {
    handler: createServer({
      ...edge,
      mcp: createMcpRouter,
      compat: atomicMemoryRoutes({
        reranks: searchProviders.reranker !== undefined,
        repairs: searchProviders.model.repairs && llm.provider !== 'none',
      }),
    }),
    ask: askHere({ edge: whole, key: 'standard', failed }),
  }
}

type Opening = {
  readonly toolset: Toolset
  /** Rejects with the reason while the application cannot be waited for. */
  readonly open: () => Promise<{ readonly ask: Ask }>
}

/** The Model Context Protocol on stdin and stdout, answered at once; tools wait for the application, or say why they cannot. */
export const mcpWhenOpen = (config: Config, { toolset, open }: Opening, logger: Logger): StdioConnection => {
  const ask: Ask = async (route, operation) => {
    const app = await open().catch((error: unknown) => {
      throw new Refused(error instanceof Error ? error.message : 'The store cannot be opened.', 503)
    })
    return app.ask(route, operation)
  }
  return overStdio(config, { ask, toolset }, logger)
}

/** The same over the HTTP of the service that holds the store. */
export const mcpOfService = (
  config: Config,
  { address, toolset }: { readonly address: string; readonly toolset: Toolset },
  logger: Logger,
): StdioConnection => overStdio(config, { ask: askService(address, config.keys.standard), toolset }, logger)

const overStdio = (
  { mcpScope: scope, keys }: Config,
  { ask, toolset }: { readonly ask: Ask; readonly toolset: Toolset },
  logger: Logger,
): StdioConnection => serveOverStdio({ ask, scope, toolset, key: keys.standard, logger })

/** What a caller may know of the settings in force: the health report's `config`. No secrets. */
const configSnapshot = (config: Config, runtimeSettings: RuntimeSettings, database: 'postgres' | 'pglite') => ({
  retrieval_profile: config.retrievalProfile,
  embedding_provider: config.embedding.provider,
  embedding_model: config.embedding.model,
  embedding_dimensions: config.embedding.dimensions,
  llm_provider: config.llm.provider,
  llm_model: config.llm.model,
  similarity_threshold: runtimeSettings.similarityThreshold,
  audn_candidate_threshold: runtimeSettings.audnCandidateThreshold,
  clarification_conflict_threshold: runtimeSettings.clarificationConflictThreshold,
  max_search_results: runtimeSettings.maxSearchResults,
  event_store: config.eventStore === undefined ? database : 'eventstoredb',
  database,
})

/** What the edge is to know of the configuration, and what it may change. */
export const edgeSettings = (
  config: Config,
  settings: Settings,
  { database, answeredBy }: { readonly database: 'postgres' | 'pglite'; readonly answeredBy: () => EmbeddingModel },
) => {
  return {
    about,
    keys: config.keys,
    rateLimitPerMinute: config.rateLimitPerMinute,
    defaults: {
      maxSearchResults: () => settings.now().maxSearchResults,
      similarityThreshold: () => settings.now().similarityThreshold,
    },
    runtimeSettings: { enabled: config.configMutable, update: settings.update },
    config: () =>
      configSnapshot({ ...config, embedding: embeddingNamed(config, answeredBy()) }, settings.now(), database),
    searchTrace: config.searchTrace,
  }
}

/** The settings of the model that answers requests, whichever way round they are. */
const embeddingNamed = ({ embedding, nextEmbedding }: Config, model: EmbeddingModel): Config['embedding'] =>
  nextEmbedding !== undefined && sameModel(nextEmbedding, model) ? nextEmbedding : embedding
