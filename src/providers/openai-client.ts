import OpenAI from 'openai'
import { ProviderRejected, type ProviderUnavailable } from './errors.js'
import { MalformedAnswer, TimedOut } from './openai-fault.js'

export type OpenAiServer = {
  /** up to and including the version, such as http://localhost:11434/v1 */
  readonly baseURL: string
  /** if absent, no Authorization header is sent */
  readonly apiKey?: string | undefined
}

/** Vectors as plain numbers take the most. */
const MOST_BYTES = 64 * 2 ** 20

/** fetch that reads at most so many bytes of an answer. */
const boundedFetch =
  (most: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    let bytes = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > most) controller.error(new MalformedAnswer())
        else controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers })
  }

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/**
 * A client that reads nothing from the environment (the package would send OPENAI_API_KEY to any server), writes no
 * log, and does not retry: its timeout ends with the headers, so a body that hangs would never end.
 * @throws ProviderRejected if the address is not http(s) or the key is not allowed in a header
 */
export const openAiClient = (
  { baseURL, apiKey }: OpenAiServer,
  provider: ProviderUnavailable['provider'],
  mostBytes = MOST_BYTES,
): OpenAI => {
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
    fetch: boundedFetch(mostBytes),
    maxRetries: 0,
  })
}

/**
 * Runs with a signal that aborts after `ms`, or with `outer`.
 * @throws TimedOut when the time ran out, regardless of the error of `run`
 */
export const withTimeout = async <T>(
  ms: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted()
  const late = AbortSignal.timeout(ms)
  try {
    return await run(AbortSignal.any([late, outer]))
  } catch (error) {
    throw late.aborted ? new TimedOut() : error
  }
}

/** Cuts a text without splitting a surrogate pair, and replaces lone surrogates, which strict JSON readers refuse. */
export const sendable = (text: string, length = text.length): string => {
  const cut = text.slice(0, length)
  const whole = text.length > length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
  return whole.replace(/\p{Surrogate}/gu, '\uFFFD')
}
