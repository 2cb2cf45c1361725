import type { EmbeddingModel } from '../../domain/embedding.js'
import type { EventStore, Streams } from '../../event-store/event-store.js'
import type { Databases } from '../../postgres/database.js'
import type { Release } from '../../projector/generations/leases.js'
import type { RelatedTerms } from '../../queries/search/related-terms.js'
import type { ActiveModel } from '../../read-models/active-model.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'

/** What a change of the embedding model works with: a store that is open, with the families of both models. */
export type ReembedDependencies = {
  readonly databases: Databases
  readonly store: EventStore
  readonly streams: Streams
  readonly readModelSets: readonly ReadModelSet[]
  readonly activeModel: ActiveModel
  /** Claims the right to embed what is lacking; undefined while somebody else has it. */
  readonly claim: () => Promise<Release | undefined>
  readonly relatedTerms: RelatedTerms
  /** The model that the settings call the next one. */
  readonly next: EmbeddingModel | undefined
  readonly now: () => string
  readonly newId: () => string
  readonly limits: {
    readonly maxAppendBytes: number
    readonly writeTimeoutMs: number
    readonly similarityThreshold: number
  }
}
