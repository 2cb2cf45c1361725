import type { DomainEvent } from '../src/domain/all-events.js'
import type { EmbeddingModel } from '../src/domain/embedding-model.js'
import type { Projection } from '../src/projector/projection.js'
import { adminActions } from './admin-actions.js'
import { episodes } from './episodes.js'
import { memories } from './memories.js'
import { ofModel } from './of-model.js'
import { requests } from './requests.js'
import { trail } from './trail.js'

const all: readonly Projection<DomainEvent>[] = [memories, trail, episodes, requests, adminActions]

/**
 * The complete list of read models, with the vectors of one embedding model. The version goes into the name of the read
 * schema: raise it whenever the same events give other rows (a projection, or what `src/indexing/` makes of a text), and
 * the rows are built anew.
 */
export const projections = {
  version: 8,
  of: (model: EmbeddingModel) => all.map((projection) => ofModel(projection, model)),
} as const
