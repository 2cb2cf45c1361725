import { remembered } from '../concurrency/remembered.js'
import type { EmbeddingProvider } from './embedding.js'
import type { OpenAiEmbeddingOptions } from './openai-embedding.js'
import { loadStaticEmbedding } from './static-embedding/static-embedding.js'

export type EmbeddingConfig =
  | { readonly provider: 'builtin' }
  | ({ readonly provider: 'openai' } & OpenAiEmbeddingOptions)

/** Read and checked once by a process, however many stores it opens. */
const builtIn = remembered(() => loadStaticEmbedding())

/**
 * The configured provider. Makes no request.
 * @throws ModelUnusable (builtin), ProviderRejected (openai: an invalid address or key)
 */
export const createEmbedding = async (config: EmbeddingConfig): Promise<EmbeddingProvider> => {
  if (config.provider === 'builtin') return builtIn()
  // Loaded on demand: the built-in model does not use the client.
  const { openAiEmbedding } = await import('./openai-embedding.js')
  return openAiEmbedding(config)
}
