import type { Quota } from '../../domain/quota.js'
import type { Readers, Scope } from '../../domain/scope.js'
import type { EventStore } from '../../event-store/event-store.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { AbandonDependencies } from '../abandon-episode.js'
import type { KeyedHashes } from '../master-key.js'
import type { SecondaryModel } from '../secondary-model.js'
import type { FindNeighbours } from './context.js'
import type { FindKnownTurns } from './transcript.js'

/** What an ingest is given. */
export type IngestDependencies = AbandonDependencies & {
  readonly store: EventStore
  readonly provider: EmbeddingProvider
  readonly beside: readonly SecondaryModel[]
  readonly neighbours: FindNeighbours
  readonly knownTurns: FindKnownTurns
  /** What the last memories of an episode say, as far as all of these readers may still read them. */
  readonly lastSaid: (
    scope: Scope,
    wanted: { readonly episodeId: string; readonly readers: Readers },
  ) => Promise<readonly string[]>
  readonly keyedHashes: KeyedHashes
  readonly quota: Quota
  /** How many active memories the user has, in all scopes. */
  readonly active: (userId: string) => Promise<number>
  readonly maxAppendBytes: number
}
