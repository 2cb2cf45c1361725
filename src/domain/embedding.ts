import type { EmbeddingModel } from './embedding-model.js'
import type { MemoryOf } from './memory/events.js'
import { vectorText } from './vector-text.js'

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
