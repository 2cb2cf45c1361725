import type { MemoryOf } from './memory/events.js'

/** What makes vectors. Those of two models, or of one model in two lengths, cannot be compared. */
export type EmbeddingModel = { readonly model: string; readonly dimensions: number }

export const sameModel = (a: EmbeddingModel, b: EmbeddingModel): boolean =>
  a.model === b.model && a.dimensions === b.dimensions

/** As people are told of it. */
export const modelName = ({ model, dimensions }: EmbeddingModel): string => `${model} (${dimensions} dimensions)`

/** A vector as events hold it: float32, little-endian, base64. */
export const vectorText = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

type Embedded = MemoryOf<'MemoryEmbedded'>

/** What a version of a memory means to a model; null: its text has no vector. */
export const embeddedBy = (
  { model, dimensions }: EmbeddingModel,
  metadata: Embedded['metadata'],
  { of, vector, past }: { readonly of: number; readonly vector: Float32Array | string | null; readonly past?: boolean },
): Embedded => ({
  type: 'MemoryEmbedded',
  metadata,
  data: {
    of,
    ...(past ? { past: true as const } : {}),
    model,
    dimensions,
    embedding: { vector: vector instanceof Float32Array ? vectorText(vector) : vector },
  },
})
