import type { EmbeddingModel } from '../../domain/embedding.js'
import type { EventStore, Streams } from '../../event-store/event-store.js'
import type { Databases } from '../../postgres/database.js'
import type { Release } from '../../projector/generations/leases.js'
import type { KindredWords } from '../../queries/search/related-terms.js'
import type { Answering } from '../../read-models/active-model.js'
import type { Family } from '../../read-models/read-model-set.js'

/** What a change of the embedding model works with: a store that is open, with the families of both models. */
export type ReembedParts = {
  readonly databases: Databases
  readonly store: EventStore
  readonly streams: Streams
  readonly families: readonly Family[]
  readonly answering: Answering
  /** Claims the right to embed what is lacking; undefined while somebody else has it. */
  readonly claim: () => Promise<Release | undefined>
  readonly kindred: KindredWords
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
