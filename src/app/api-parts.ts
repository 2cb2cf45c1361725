import type { KeyedHashes } from '../commands/master-key.js'
import type { SecondaryModel } from '../commands/secondary-model.js'
import type { EmbeddingModel } from '../domain/embedding.js'
import type { Quota } from '../domain/quota.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { Reading, ServedProgress } from '../projector/generations/serve-generations.js'
import type { ReadYourWrites } from '../projector/read-your-writes.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import type { RelatedTerms } from '../queries/search/related-terms.js'
import type { WatchedEnd } from './log-end.js'

/** What the interface is put together from. */
export type ApiDependencies = {
  readonly store: EventStore
  readonly streams: Streams
  readonly keyedHashes: KeyedHashes
  /** Runs a piece of work on the read models that are live when it begins. */
  readonly reading: Reading
  readonly projector: ServedProgress
  readonly provider: EmbeddingProvider
  /** Models that do not answer requests and see what is written all the same. */
  readonly beside: readonly SecondaryModel[]
  /** How far the read models of the model beside it lag behind these, in events; null: there is none. */
  readonly change: () => (EmbeddingModel & { readonly lag: number | null }) | null
  /** What a write waits for before it is answered, and a read before it is begun. */
  readonly readYourWrites: ReadYourWrites
  readonly logEnd: WatchedEnd
  readonly relatedTerms: RelatedTerms
  readonly recalled: (userId: string, memoryIds: readonly string[]) => void
  /** The read tables that are live, by name. */
  readonly schema: () => string
  /** Whether the read models have caught up with the log since this process started. */
  readonly isLive: () => boolean
  readonly now: () => string
  readonly newId: () => string
  readonly limits: {
    readonly readWaitMs: number
    readonly writeTimeoutMs: number
    readonly maxAppendBytes: number
    readonly memoryCap: Quota
  }
}
