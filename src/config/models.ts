import type { Environment } from './environment.js'
import { BUILT_IN } from './validation.js'

const OPENAI = 'https://api.openai.com/v1'

/** The model of the store (''), or the one to change it to. */
export const embeddingOf = (settings: Environment, prefix: '' | 'NEXT_') => {
  const [model, dimensions] = [settings[`${prefix}EMBEDDING_MODEL`], settings[`${prefix}EMBEDDING_DIMENSIONS`]]
  // `contradictions` has refused openai without a key and a model.
  if (settings[`${prefix}EMBEDDING_PROVIDER`] !== 'openai' || model === undefined || dimensions === undefined)
    return Object.freeze({ provider: 'builtin', ...BUILT_IN })
  return Object.freeze({
    provider: 'openai',
    baseURL: settings[`${prefix}EMBEDDING_API_URL`] ?? OPENAI,
    apiKey: settings[`${prefix}EMBEDDING_API_KEY`],
    model,
    dimensions,
  })
}

/** The language model. `contradictions` has refused `openai` without a model. */
export const languageModelOf = (settings: Environment) => {
  const { LLM_PRICE_INPUT: input, LLM_PRICE_OUTPUT: output } = settings
  if (settings.LLM_PROVIDER === 'none' || settings.LLM_MODEL === undefined)
    return Object.freeze({ provider: 'none', model: 'none' })
  return Object.freeze({
    provider: 'openai',
    model: settings.LLM_MODEL,
    baseURL: settings.LLM_API_URL ?? OPENAI,
    apiKey: settings.LLM_API_KEY,
    timeoutMs: settings.LLM_TIMEOUT_MS,
    maxRetries: settings.LLM_MAX_RETRIES,
    concurrentCalls: settings.LLM_CONCURRENCY,
    /** Most tokens, read and written, of one ingest. */
    maxTokensPerIngest: settings.LLM_MAX_TOKENS_PER_INGEST,
    /** US dollars for a million tokens; null: unknown. */
    prices: input === undefined || output === undefined ? null : Object.freeze({ input, output }),
  })
}

/** The servers that a search asks, and how long it waits for them. */
export const searchProvidersOf = (settings: Environment) => {
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
