import { afterEach, expect, vi } from 'vitest'
import type { EmbeddingProvider } from '../../src/providers/embedding.js'
import { type OpenAiEmbeddingOptions, openAiEmbedding } from '../../src/providers/openai-embedding.js'
import { type OpenAiDouble, openAiDouble, type Reply, vectorFor } from '../support/openai-double.js'

export const SIZE = 8
export const KEY = 'sk-Secret-0123456789'

const opened: OpenAiDouble[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})

/** A double that is closed after the test. */
export const server = async (...replies: readonly [Reply, ...Reply[]]): Promise<OpenAiDouble> => {
  const double = await openAiDouble(...replies)
  opened.push(double)
  return double
}

export const provider = (baseURL: string, options: Partial<OpenAiEmbeddingOptions> = {}): EmbeddingProvider =>
  openAiEmbedding({
    baseURL,
    apiKey: KEY,
    model: 'some-model',
    dimensions: SIZE,
    firstDelayMs: 1,
    longestDelayMs: 2,
    timeoutMs: 2_000,
    ...options,
  })

const unit = (text: string): number[] => {
  const vector = vectorFor(text, SIZE)
  return vector.map((x) => x / Math.hypot(...vector))
}

export const expectVector = (found: Float32Array | null | undefined, text: string): void => {
  expect(found).toHaveLength(SIZE)
  unit(text).forEach((x, i) => {
    expect(found?.[i]).toBeCloseTo(x, 5)
  })
}
