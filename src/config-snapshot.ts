import type { Config } from './config.js'

/** What a caller may know of the settings in force: the health report's `config`. No secrets. */
export const configSnapshot = (config: Config, database: 'postgres' | 'pglite') => ({
  retrieval_profile: config.retrievalProfile,
  embedding_provider: config.embedding.provider,
  embedding_model: config.embedding.model,
  embedding_dimensions: config.embedding.dimensions,
  llm_provider: config.llm.provider,
  llm_model: config.llm.model,
  clarification_conflict_threshold: config.clarificationConflictThreshold,
  max_search_results: config.maxSearchResults,
  event_store: database,
  database,
})
