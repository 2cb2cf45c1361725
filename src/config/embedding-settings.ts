import type { Environment } from './environment.js'
import { BUILT_IN } from './validation.js'

/** What `createEmbedding` wants, with the model named in either case. */
export type EmbeddingSettings = { readonly model: string; readonly dimensions: number } & (
  | { readonly provider: 'builtin' }
  | { readonly provider: 'openai'; readonly baseURL: string; readonly apiKey: string | undefined }
)

type Named = {
  readonly provider: 'builtin' | 'openai'
  readonly url: string | undefined
  readonly apiKey: string | undefined
  readonly model: string | undefined
  readonly dimensions: number | undefined
}

export const embeddingOf = (settings: Environment): EmbeddingSettings =>
  settingsOf({
    provider: settings.EMBEDDING_PROVIDER,
    url: settings.EMBEDDING_API_URL,
    apiKey: settings.EMBEDDING_API_KEY,
    model: settings.EMBEDDING_MODEL,
    dimensions: settings.EMBEDDING_DIMENSIONS,
  })

/** The model to change to; undefined while no change is wanted. */
export const nextEmbeddingOf = (settings: Environment): EmbeddingSettings | undefined =>
  settings.NEXT_EMBEDDING_PROVIDER === undefined
    ? undefined
    : settingsOf({
        provider: settings.NEXT_EMBEDDING_PROVIDER,
        url: settings.NEXT_EMBEDDING_API_URL,
        apiKey: settings.NEXT_EMBEDDING_API_KEY,
        model: settings.NEXT_EMBEDDING_MODEL,
        dimensions: settings.NEXT_EMBEDDING_DIMENSIONS,
      })

const settingsOf = ({ provider, url, apiKey, model, dimensions }: Named): EmbeddingSettings => {
  // `contradictions` has refused openai without them.
  if (provider === 'builtin' || model === undefined || dimensions === undefined)
    return Object.freeze({ provider: 'builtin', ...BUILT_IN })
  const baseURL = url ?? 'https://api.openai.com/v1'
  return Object.freeze({ provider: 'openai', baseURL, apiKey, model, dimensions })
}
