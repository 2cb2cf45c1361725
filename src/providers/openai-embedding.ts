import pLimit from 'p-limit'
import { z } from 'zod'
import { weighedSlices } from '../concurrency/slices.js'
import type { EmbeddingProvider } from './embedding.js'
import { ProviderRejected } from './errors.js'
import {
  MalformedAnswer,
  type OpenAiServer,
  openAiClient,
  openAiFault,
  sendable,
  withTimeout,
} from './openai-client.js'
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
  /** whether to request that number; default: only for text-embedding-3, because many servers refuse the field */
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

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().nullish(),
      embedding: z.union([z.string(), z.array(z.unknown())]),
    }),
  ),
})
type Item = z.infer<typeof answerSchema>['data'][number]

const refused = (fault: string, dimensions: number) =>
  new ProviderRejected(
    'embedding',
    `${fault}; check EMBEDDING_MODEL and EMBEDDING_DIMENSIONS (${dimensions}), or NEXT_EMBEDDING_*`,
  )

/** float32 little-endian in base64, or plain numbers (a server may send null for a number it could not compute). */
const numbersOf = (embedding: Item['embedding']): readonly number[] => {
  if (typeof embedding !== 'string') return embedding.map((x) => (typeof x === 'number' ? x : Number.NaN))
  const bytes = Buffer.from(embedding, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(4 * i))
}

const unitVector = ({ embedding }: Item, dimensions: number): Float32Array | null => {
  const numbers = numbersOf(embedding)
  if (numbers.length !== dimensions) throw refused(`a vector of ${numbers.length} dimensions came`, dimensions)
  const norm = Math.hypot(...numbers)
  if (!Number.isFinite(norm)) throw refused('a vector with something that is no finite number came', dimensions)
  return norm === 0 ? null : Float32Array.from(numbers, (x) => x / norm)
}

/** Sorted by `index`; in the given order if the server sends no index. */
const inOrder = (items: readonly Item[], dimensions: number): readonly Item[] => {
  if (items.every(({ index }) => index == null)) return items
  const byIndex = new Map(items.map((item) => [item.index, item]))
  return items.map((_, i) => {
    const item = byIndex.get(i)
    if (!item) throw refused(`no vector came for text ${i} of a batch`, dimensions)
    return item
  })
}

/**
 * The unit vectors in an answer of POST /embeddings, in the order of the texts sent. null: a zero vector.
 * @throws MalformedAnswer if the body has another form
 * @throws ProviderRejected for another number of vectors, other dimensions, or a value that is not a finite number
 */
const vectorsOf = (answer: unknown, count: number, dimensions: number): readonly (Float32Array | null)[] => {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) throw new MalformedAnswer()
  const { data } = parsed.data
  if (data.length !== count) throw refused(`${data.length} vectors came for ${count} texts`, dimensions)
  return inOrder(data, dimensions).map((item) => unitVector(item, dimensions))
}
