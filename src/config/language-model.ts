import { z } from 'zod'
import { amount, key, keyOrServer, missingForOpenAi, modelName, oneOf, webAddress, wholeNumber } from './value-types.js'

/** The language model that extracts and judges facts. Spread into the schema of all settings. */
export const languageModel = {
  LLM_PROVIDER: oneOf('none', 'openai').default('none').meta({
    description:
      '`none`: turns are stored as they were said; `openai`: facts are also derived by a language model, on any server that speaks that API.',
  }),
  LLM_API_URL: webAddress().optional().meta({
    description: 'For `openai`: the base URL of the API, version included. Without it: https://api.openai.com/v1.',
    example: 'http://localhost:11434/v1',
    secret: true,
  }),
  LLM_API_KEY: key().optional().meta({
    description: 'For `openai`: the key of that server, if it wants one.',
    secret: true,
  }),
  LLM_MODEL: modelName().optional().meta({
    description: 'For `openai`: the name of the language model, needed.',
    example: 'gpt-4.1-mini',
  }),
  LLM_TIMEOUT_MS: wholeNumber(100, 600_000).default(60_000).meta({
    description: 'How long one call of the language model may take, in milliseconds.',
  }),
  LLM_MAX_RETRIES: wholeNumber(0, 10).default(3).meta({
    description: 'How often a call is tried again that met a busy or broken server of the language model.',
  }),
  LLM_CONCURRENCY: wholeNumber(1, 64).default(4).meta({
    description: 'How many calls of the language model run at once, over all requests.',
  }),
  LLM_MAX_TOKENS_PER_INGEST: wholeNumber(1_000, 100_000_000).default(200_000).meta({
    description: 'Most tokens, read and written, that one ingest may spend; beyond them turns stay as they were said.',
  }),
  LLM_PRICE_INPUT: amount().optional().meta({
    description: 'US dollars for a million tokens that the language model reads. Without both prices no cost is told.',
    example: '0.40',
  }),
  LLM_PRICE_OUTPUT: amount().optional().meta({
    description: 'US dollars for a million tokens that the language model writes.',
    example: '1.60',
  }),
} as const

const Settings = z.object(languageModel)
type Settings = z.infer<typeof Settings>

/** The settings as values. `languageModelFaults` has refused `openai` without a model. */
export const languageModelOf = (settings: Settings) => {
  const { LLM_PRICE_INPUT: input, LLM_PRICE_OUTPUT: output } = settings
  if (settings.LLM_PROVIDER === 'none' || settings.LLM_MODEL === undefined)
    return Object.freeze({ provider: 'none', model: 'none' })
  return Object.freeze({
    provider: 'openai',
    model: settings.LLM_MODEL,
    baseURL: settings.LLM_API_URL ?? 'https://api.openai.com/v1',
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

type Given = Readonly<Partial<Record<keyof typeof languageModel, string>>>

/** Faults of settings that are each valid but contradict one another, one sentence each. */
export const languageModelFaults = (given: Given): readonly string[] => {
  const needed = missingForOpenAi(given, 'LLM_PROVIDER', {
    LLM_MODEL: 'the name of the model, for example gpt-4.1-mini',
    ...(given.LLM_API_URL === undefined && { LLM_API_KEY: keyOrServer('LLM_API_URL') }),
  })
  const [input, output] = [given.LLM_PRICE_INPUT, given.LLM_PRICE_OUTPUT]
  const alone = (input === undefined) === (output === undefined) ? undefined : input === undefined ? 'INPUT' : 'OUTPUT'
  return alone === undefined ? needed : [...needed, `LLM_PRICE_${alone} must be set too, or both prices unset.`]
}

/** Settings that are set in vain, one warning each. */
export const languageModelWarnings = (settings: Settings): readonly string[] => {
  const unused = ['LLM_API_URL', 'LLM_API_KEY', 'LLM_MODEL'] as const
  return settings.LLM_PROVIDER === 'openai'
    ? []
    : unused
        .filter((name) => settings[name] !== undefined)
        .map((name) => `${name} has no effect while LLM_PROVIDER is none.`)
}
