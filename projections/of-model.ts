import type { DomainEvent } from '../src/domain/all-events.js'
import { type EmbeddingModel, sameModel } from '../src/domain/embedding-model.js'
import type { Projection } from '../src/projector/projection.js'

/** The same read model with the vectors of one embedding model; what another one made of the texts is passed by. */
export const ofModel = (
  { MemoryEmbedded: embedded, ...rest }: Projection<DomainEvent>,
  model: EmbeddingModel,
): Projection<DomainEvent> => ({
  ...rest,
  ...(embedded && { MemoryEmbedded: (event) => (sameModel(event.data, model) ? embedded(event) : []) }),
})
