import type { Config } from '../config/config.js'
import { about } from '../config/package-info.js'
import type { RuntimeSettings, Settings } from '../config/runtime-settings.js'
import { type EmbeddingModel, sameModel } from '../domain/embedding.js'

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
