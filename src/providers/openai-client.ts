import OpenAI from 'openai'
import { ProviderRejected, type ProviderUnavailable } from './errors.js'

export type OpenAiServer = {
  /** up to and including the version, such as http://localhost:11434/v1 */
  readonly baseURL: string
  /** none: no Authorization header is sent */
  readonly apiKey?: string | undefined
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/**
 * A client that takes nothing from the environment (the package would send OPENAI_API_KEY to any server), writes no
 * log, and leaves retries to us, because its time limit ends with the headers: a body that hangs would hang for ever.
 * @throws ProviderRejected when the address is not http(s) or the key cannot stand in a header
 */
export const openAiClient = ({ baseURL, apiKey }: OpenAiServer, provider: ProviderUnavailable['provider']): OpenAI => {
  if (!isWebAddress(baseURL)) throw new ProviderRejected(provider, 'its base URL is not an http or https address')
  if (apiKey && !/^[!-~]+$/.test(apiKey))
    throw new ProviderRejected(provider, 'its API key has characters that a header cannot carry')
  return new OpenAI({
    baseURL,
    apiKey: apiKey || 'none',
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
  })
}
