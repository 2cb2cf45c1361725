import type { EmbeddingProvider } from './embedding.js'
import type { OpenAiEmbeddingOptions } from './openai-embedding.js'
import { loadStaticEmbedding } from './static-embedding/static-embedding.js'

export type EmbeddingConfig =
  | { readonly provider: 'builtin' }
  | ({ readonly provider: 'openai' } & OpenAiEmbeddingOptions)

/**
 * The provider that the configuration names. No request is made yet.
 * @throws ModelUnusable (builtin), ProviderRejected (openai: an address or a key of impossible form)
 */
export const createEmbedding = async (config: EmbeddingConfig): Promise<EmbeddingProvider> => {
  if (config.provider === 'builtin') return loadStaticEmbedding()
  // Loaded only when asked for: the built-in model has no need of the client.
  const { openAiEmbedding } = await import('./openai-embedding.js')
  return openAiEmbedding(config)
}
