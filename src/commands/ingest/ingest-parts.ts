import type { Quota } from '../../domain/quota.js'
import type { EventStore } from '../../event-store/event-store.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { AbandonParts } from '../abandon-episode.js'
import type { Beside } from '../beside.js'
import type { Seals } from '../seals.js'
import type { FindNeighbours } from './context.js'
import type { FindKnownTurns } from './transcript.js'

/** What an ingest is given. */
export type IngestParts = AbandonParts & {
  readonly store: EventStore
  readonly provider: EmbeddingProvider
  readonly beside: readonly Beside[]
  readonly neighbours: FindNeighbours
  readonly knownTurns: FindKnownTurns
  readonly seals: Seals
  readonly quota: Quota
  /** How many active memories the user has, in all scopes. */
  readonly active: (userId: string) => Promise<number>
  readonly maxAppendBytes: number
}
