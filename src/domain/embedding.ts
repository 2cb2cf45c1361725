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
  model: EmbeddingModel,
  metadata: Embedded['metadata'],
  { of, vector, past }: { readonly of: number; readonly vector: Float32Array | string | null; readonly past?: boolean },
): Embedded => ({
  type: 'MemoryEmbedded',
  metadata,
  data: {
    of,
    ...(past ? { past: true as const } : {}),
    ...embeddingOf(model, vector),
  },
})

/** Vectors have unit length, so their product is the cosine; 0 where a text has none. */
export const cosineOf = (a: Float32Array | null, b: Float32Array | null): number => {
  if (a === null || b === null) return 0
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** What a secondary model makes of texts, by the caller's key for each. No entry where it has not answered in time. */
export type SecondaryVectors = EmbeddingModel & { readonly vectors: ReadonlyMap<string, Float32Array | string | null> }

/**
 * The embeddings of one version by the active model and by each secondary model that answered under `key`. A missing
 * vector is recorded only if there is a secondary model: it says that the model has seen the text.
 */
export const embeddedByEach = (
  { model, secondary }: { readonly model: EmbeddingModel; readonly secondary: readonly SecondaryVectors[] },
  metadata: Embedded['metadata'],
  { of, key, vector }: { readonly of: number; readonly key: string; readonly vector: Float32Array | string | null },
): readonly Embedded[] => {
  const embeddings = embeddingsByEach({ model, secondary }, { key, vector })
  return embeddings.map((embedding) => ({ type: 'MemoryEmbedded', metadata, data: { of, ...embedding } }))
}

type Embedding = EmbeddingModel & { readonly embedding: { readonly vector: string | null } }

/** The same without what is embedded. */
export const embeddingsByEach = (
  { model, secondary }: { readonly model: EmbeddingModel; readonly secondary: readonly SecondaryVectors[] },
  { key, vector }: { readonly key: string; readonly vector: Float32Array | string | null },
): readonly Embedding[] => {
  const others = secondary.flatMap(({ vectors, ...other }) => {
    const its = vectors.get(key)
    return its === undefined ? [] : [embeddingOf(other, its)]
  })
  const isLeftOut = vector === null && secondary.length === 0
  return [...(isLeftOut ? [] : [embeddingOf(model, vector)]), ...others]
}

/** What an event says of a vector. */
export const embeddingOf = (
  { model, dimensions }: EmbeddingModel,
  vector: Float32Array | string | null,
): Embedding => ({
  model,
  dimensions,
  embedding: { vector: vector instanceof Float32Array ? vectorText(vector) : vector },
})
