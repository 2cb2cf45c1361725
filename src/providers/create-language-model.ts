import type { LanguageModel } from './language-model.js'
import type { OpenAiLanguageModelOptions } from './openai-language-model.js'

export type LanguageModelConfig =
  | { readonly provider: 'none' }
  | ({ readonly provider: 'openai' } & OpenAiLanguageModelOptions)

/**
 * The configured language model; undefined: there is none, and everything is done by rules. Makes no request.
 * @throws ProviderRejected for an invalid address or key
 */
export const createLanguageModel = async (config: LanguageModelConfig): Promise<LanguageModel | undefined> => {
  if (config.provider === 'none') return undefined
  // Loaded on demand: rules do not use the client.
  const { openAiLanguageModel } = await import('./openai-language-model.js')
  return openAiLanguageModel(config)
}
