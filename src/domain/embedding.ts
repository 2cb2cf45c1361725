import type { MemoryOf } from './memory/events.js'

/**
 * Identifies an embedding model. Vectors of different models, or of one model in two dimensions, are not comparable.
 */
export type EmbeddingModel = { readonly model: string; readonly dimensions: number }

export const sameModel = (a: EmbeddingModel, b: EmbeddingModel): boolean =>
  a.model === b.model && a.dimensions === b.dimensions

/** The name shown to people. */
export const modelName = ({ model, dimensions }: EmbeddingModel): string => `${model} (${dimensions} dimensions)`

/** A vector as stored in events: float32, little-endian, base64. */
export const vectorText = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

type Embedded = MemoryOf<'MemoryEmbedded'>

/** The embedding of one version of a memory by a model; null: its text has no vector. */
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
