import { turnstile } from '../concurrency/limiter.js'
import type { EmbeddingProvider } from './embedding.js'
import { vectorsOf } from './embedding-answer.js'
import { type Batch, type BatchBounds, batchesOf } from './embedding-batches.js'
import { type OpenAiServer, openAiClient } from './openai-client.js'
import { openAiFault } from './openai-fault.js'
import { type BackOff, usualBackOff, withRetries } from './retry.js'
import { withinTime } from './with-timeout.js'

type Limits = BatchBounds &
  BackOff & {
    /** for one try, from sending to the last byte of the answer */
    readonly timeoutMs: number
    /** requests under way at once, over all callers */
    readonly concurrentBatches: number
  }

export type OpenAiEmbeddingOptions = OpenAiServer & {
  readonly model: string
  /** the length of the model's vectors; any other length is refused */
  readonly dimensions: number
  /** whether to ask the server for that length; default: only text-embedding-3, as many servers refuse the field */
  readonly sendDimensions?: boolean
} & Partial<Limits>

const usualLimits: Limits = {
  ...usualBackOff,
  batchSize: 128,
  batchCharacters: 100_000,
  textCharacters: 8_000,
  timeoutMs: 30_000,
  concurrentBatches: 4,
}

const takesDimensions = (model: string): boolean => /(^|\/)text-embedding-3/.test(model)

/**
 * Embeddings from any server that speaks OpenAI's POST /embeddings. `weigh` is not honoured.
 * Texts of nothing but white space give null and are not sent. If one batch fails, all fail and the rest is not sent.
 * @throws ProviderUnavailable, ProviderRejected (from `embed`; from here for an address or a key of impossible form)
 */
export const openAiEmbedding = (options: OpenAiEmbeddingOptions): EmbeddingProvider => {
  const limits: Limits = { ...usualLimits, ...options }
  const { model, dimensions, sendDimensions = takesDimensions(model) } = options
  const client = openAiClient(options, 'embedding')
  const inTurn = turnstile(Math.max(1, limits.concurrentBatches))
  // Named, because for its own default the client decodes every answer as base64, also a list of plain numbers.
  const format = { model, encoding_format: 'base64', ...(sendDimensions ? { dimensions } : {}) } as const

  const embedOnce = (texts: readonly string[], outer: AbortSignal) =>
    withinTime(limits.timeoutMs, outer, async (signal) => {
      const request = { ...format, input: [...texts] }
      const answer = await client.embeddings.create(request, { signal, timeout: limits.timeoutMs })
      return vectorsOf(answer, texts.length, dimensions)
    })

  const embed = async (texts: readonly string[]) => {
    const vectors: (Float32Array | null)[] = texts.map(() => null)
    const stop = new AbortController()
    const embedBatch = async (batch: Batch) => {
      const manner = { provider: 'embedding', backOff: limits, signal: stop.signal } as const
      const found = await withRetries(() => embedOnce(batch.texts, stop.signal), openAiFault, manner)
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

  return { model, dimensions, weighs: false, embed }
}
