import { z } from 'zod'
import type { Fold } from './decider.js'
import type { EmbeddingModel } from './embedding-model.js'
import { event } from './event.js'
import { storeMetadata } from './metadata.js'

/** The log's first event: which log this is, and by which model its vectors are made. */
export const StoreOpened = event('StoreOpened', 1, {
  metadata: storeMetadata,
  data: z.object({ logId: z.uuid(), embeddingModel: z.string(), dimensions: z.int().min(1) }),
})
export type StoreOpened = z.infer<typeof StoreOpened.schema>

/** From now on requests are answered by the vectors of this model. */
export const EmbeddingModelChosen = event('EmbeddingModelChosen', 1, {
  metadata: storeMetadata,
  data: z.object({ model: z.string(), dimensions: z.int().min(1) }),
})
export type EmbeddingModelChosen = z.infer<typeof EmbeddingModelChosen.schema>

export const storeEvents = [StoreOpened, EmbeddingModelChosen] as const
export type StoreEvent = z.infer<(typeof storeEvents)[number]['schema']>

/** Which models have answered requests, the one that does so now last; none where there is no store yet. */
export const chosenModels: Fold<readonly EmbeddingModel[], StoreEvent> = {
  initial: [],
  evolve: (models, { type, data }) => {
    if (type === 'StoreOpened') return [{ model: data.embeddingModel, dimensions: data.dimensions }]
    return [...models, { model: data.model, dimensions: data.dimensions }]
  },
}
