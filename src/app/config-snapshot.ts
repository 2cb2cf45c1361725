import type { Config } from '../config/config.js'
import type { Knobs } from '../config/runtime-settings.js'

/** What a caller may know of the settings in force: the health report's `config`. No secrets. */
export const configSnapshot = (config: Config, knobs: Knobs, database: 'postgres' | 'pglite') => ({
  retrieval_profile: config.retrievalProfile,
  embedding_provider: config.embedding.provider,
  embedding_model: config.embedding.model,
  embedding_dimensions: config.embedding.dimensions,
  llm_provider: config.llm.provider,
  llm_model: config.llm.model,
  similarity_threshold: knobs.similarityThreshold,
  audn_candidate_threshold: knobs.audnCandidateThreshold,
  clarification_conflict_threshold: knobs.clarificationConflictThreshold,
  max_search_results: knobs.maxSearchResults,
  event_store: config.eventStore === undefined ? database : 'eventstoredb',
  database,
})
