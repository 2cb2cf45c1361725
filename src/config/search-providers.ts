import { z } from 'zod'
import { key, modelName, webAddress, wholeNumber, yesOrNo } from './value-types.js'

/** The servers that a search asks, and how long it waits for them. Spread into the schema of all settings. */
export const searchProviders = {
  SEARCH_PROVIDER_TIMEOUT_MS: wholeNumber(10, 60_000).default(2000).meta({
    description:
      'How long a search waits for one answer of an embedding server, a reranker or a language model, in milliseconds. Then it goes on without.',
  }),
  SEARCH_PROVIDER_PAUSE_MS: wholeNumber(10, 600_000).default(10_000).meta({
    description:
      'How long searches leave a provider alone that has failed three times in a row, in milliseconds. Then one search tries it again.',
  }),
  RERANK_API_URL: webAddress().optional().meta({
    description:
      'A reranker for full search: the base URL of a server with `POST /rerank`, version included (Cohere, Jina, vLLM, Text Embeddings Inference). Without it the built-in score orders what is found.',
    example: 'http://localhost:8080',
    secret: true,
  }),
  RERANK_API_KEY: key().optional().meta({
    description: 'The key of that server, if it wants one.',
    secret: true,
  }),
  RERANK_MODEL: modelName().optional().meta({
    description: 'The name of its model, if it wants one.',
    example: 'BAAI/bge-reranker-v2-m3',
  }),
  RERANK_TIMEOUT_MS: wholeNumber(10, 60_000).optional().meta({
    description: 'As SEARCH_PROVIDER_TIMEOUT_MS, for the reranker alone.',
    example: '1000',
  }),
  RERANK_CANDIDATES: wholeNumber(1, 100).default(30).meta({
    description: 'How many of the best memories the reranker reads. Text Embeddings Inference takes 32 by default.',
  }),
  SEARCH_EXPAND: yesOrNo().default(false).meta({
    description:
      'Whether full search asks the language model (LLM_PROVIDER) for other words and for dates that a query means.',
  }),
  SEARCH_REPAIR: yesOrNo().default(false).meta({
    description: 'Whether full search has the language model word a query anew, once, where even the best hit is weak.',
  }),
  SEARCH_LLM_TIMEOUT_MS: wholeNumber(10, 60_000).optional().meta({
    description: 'As SEARCH_PROVIDER_TIMEOUT_MS, for the language model alone.',
    example: '4000',
  }),
} as const

const Settings = z.object(searchProviders)
type Settings = z.infer<typeof Settings>

export const searchProvidersOf = (settings: Settings) => {
  const timeoutMs = settings.SEARCH_PROVIDER_TIMEOUT_MS
  return Object.freeze({
    timeoutMs,
    pauseMs: settings.SEARCH_PROVIDER_PAUSE_MS,
    /** Undefined: none. */
    reranker:
      settings.RERANK_API_URL === undefined
        ? undefined
        : Object.freeze({
            baseURL: settings.RERANK_API_URL,
            apiKey: settings.RERANK_API_KEY,
            model: settings.RERANK_MODEL,
            timeoutMs: settings.RERANK_TIMEOUT_MS ?? timeoutMs,
            /** How many documents it reads. */
            candidates: settings.RERANK_CANDIDATES,
          }),
    /** What a search asks the language model for, if there is one. */
    model: Object.freeze({
      expands: settings.SEARCH_EXPAND,
      repairs: settings.SEARCH_REPAIR,
      timeoutMs: settings.SEARCH_LLM_TIMEOUT_MS ?? timeoutMs,
    }),
  })
}

/** Settings that are set in vain, one warning each. */
export const searchProviderWarnings = (
  settings: Settings & { readonly LLM_PROVIDER: 'none' | 'openai' },
): readonly string[] => {
  const ofReranker = ['RERANK_API_KEY', 'RERANK_MODEL', 'RERANK_TIMEOUT_MS'] as const
  const ofModel = ['SEARCH_EXPAND', 'SEARCH_REPAIR', 'SEARCH_LLM_TIMEOUT_MS'] as const
  const aimless = ofReranker.filter((name) => settings.RERANK_API_URL === undefined && settings[name] !== undefined)
  const idle = ofModel.filter((name) => settings.LLM_PROVIDER === 'none' && settings[name])
  return [
    ...aimless.map((name) => `${name} has no effect while RERANK_API_URL is unset.`),
    ...idle.map((name) => `${name} has no effect while LLM_PROVIDER is none.`),
  ]
}
