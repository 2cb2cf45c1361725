import type { Config } from './config.js'
import { configSnapshot } from './config-snapshot.js'
import { about } from './package-info.js'
import { createSettings } from './settings.js'

/** What the edge is to know of the configuration, and what it may turn. */
export const edgeSettings = (config: Config, database: 'postgres' | 'pglite') => {
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
    config: () => configSnapshot(config, settings.now(), database),
    searchTrace: config.searchTrace,
  }
}
