import type { Config } from '../config/config.js'
import { about } from '../config/package-info.js'
import { createSettings } from '../config/runtime-settings.js'
import { type EmbeddingModel, sameModel } from '../domain/embedding-model.js'
import { configSnapshot } from './config-snapshot.js'

/** What the edge is to know of the configuration, and what it may turn. */
export const edgeSettings = (config: Config, database: 'postgres' | 'pglite', answeredBy: () => EmbeddingModel) => {
  const settings = createSettings(config)
  return {
    about,
    keys: config.keys,
    rateLimitPerMinute: config.rateLimitPerMinute,
    defaults: {
      maxSearchResults: () => settings.now().maxSearchResults,
      similarityThreshold: () => settings.now().similarityThreshold,
    },
    knobs: { enabled: config.configMutable, turn: settings.turn },
    config: () =>
      configSnapshot({ ...config, embedding: embeddingNamed(config, answeredBy()) }, settings.now(), database),
    searchTrace: config.searchTrace,
  }
}

/** The settings of the model that answers requests, whichever way round they are. */
const embeddingNamed = ({ embedding, nextEmbedding }: Config, model: EmbeddingModel): Config['embedding'] =>
  nextEmbedding !== undefined && sameModel(nextEmbedding, model) ? nextEmbedding : embedding
