import pLimit from 'p-limit'
import { weighedSlices } from '../concurrency/slices.js'
import type { EmbeddingProvider } from './embedding.js'
import { type OpenAiServer, openAiClient, sendable, withTimeout } from './openai-client.js'
import { openAiFault, vectorsOf } from './openai-fault.js'
import { hurriedRetries, type Retries, usualRetries, withRetries } from './retry.js'

export type BatchBounds = {
  /** texts in one request */
  readonly batchSize: number
  /** characters (UTF-16 units) in one request */
  readonly batchCharacters: number
  /** characters (UTF-16 units) of one text; a longer text is cut */
  readonly textCharacters: number
}

export type Batch = { readonly places: readonly number[]; readonly texts: readonly string[] }

/** Non-empty texts in order, each with its index in `texts`. Every batch has at least one text. */
export const batchesOf = (
  texts: readonly string[],
  { batchSize, batchCharacters, textCharacters }: BatchBounds,
): readonly Batch[] => {
  const sent = texts.flatMap((text, place) =>
    text.trim() === '' ? [] : [{ place, text: sendable(text, textCharacters) }],
  )
  return weighedSlices(sent, { most: batchSize, weight: batchCharacters, of: ({ text }) => text.length }).map(
    (batch) => ({ places: batch.map(({ place }) => place), texts: batch.map(({ text }) => text) }),
  )
}

type Limits = BatchBounds &
  Retries & {
    /** milliseconds for one attempt, from sending to the last byte of the answer */
    readonly timeoutMs: number
    /** concurrent requests over all callers that nobody waits for, and over all others */
    readonly concurrentBatches: number
  }

export type OpenAiEmbeddingOptions = OpenAiServer & {
  readonly model: string
  /** dimensions of the model's vectors; any other number is refused */
  readonly dimensions: number
  /**
   * whether to request that number of dimensions; default: only for text-embedding-3, because many servers refuse the
   * field
   */
  readonly sendDimensions?: boolean
} & Partial<Limits>

const usualLimits: Limits = {
  ...usualRetries,
  batchSize: 128,
  batchCharacters: 100_000,
  textCharacters: 8_000,
  timeoutMs: 30_000,
  concurrentBatches: 4,
}

const takesDimensions = (model: string): boolean => /(^|\/)text-embedding-3/.test(model)

/**
 * Embeddings from any server with OpenAI's POST /embeddings. `weigh` is ignored. Blank texts give null and are not
 * sent. If one batch fails, all fail and the rest is not sent.
 * @throws ProviderUnavailable, ProviderRejected (from `embed`; from here for an invalid address or key)
 */
export const openAiEmbedding = (options: OpenAiEmbeddingOptions): EmbeddingProvider => {
  const limits: Limits = { ...usualLimits, ...options }
  const { model, dimensions, sendDimensions = takesDimensions(model) } = options
  const client = openAiClient(options, 'embedding')
  const lane = () => pLimit(Math.max(1, limits.concurrentBatches))
  const lanes = { usual: lane(), hurried: lane() }
  // Stated explicitly: with its own default the client decodes every answer as base64, even plain numbers.
  const format = { model, encoding_format: 'base64', ...(sendDimensions ? { dimensions } : {}) } as const

  const embedOnce = (texts: readonly string[], outer: AbortSignal) =>
    withTimeout(limits.timeoutMs, outer, async (signal) => {
      const request = { ...format, input: [...texts] }
      const answer = await client.embeddings.create(request, { signal, timeout: limits.timeoutMs })
      return vectorsOf(answer, texts.length, dimensions)
    })

  const embed: EmbeddingProvider['embed'] = async (texts, _weigh, hurry) => {
    const vectors: (Float32Array | null)[] = texts.map(() => null)
    const stop = new AbortController()
    const signal = hurry ? AbortSignal.any([stop.signal, hurry]) : stop.signal
    const inTurn = hurry ? lanes.hurried : lanes.usual
    const embedBatch = async (batch: Batch) => {
      const manner = { provider: 'embedding', retries: hurry ? hurriedRetries : limits, signal } as const
      const found = await withRetries(() => embedOnce(batch.texts, signal), openAiFault, manner)
      batch.places.forEach((place, i) => {
        vectors[place] = found[i] ?? null
      })
    }
    try {
      await Promise.all(batchesOf(texts, limits).map((batch) => inTurn(() => embedBatch(batch))))
    } finally {
      stop.abort()
    }
    return vectors
  }

  return { model, dimensions, weighs: false, remote: true, embed }
}
