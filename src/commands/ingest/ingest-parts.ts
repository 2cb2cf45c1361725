import type { Quota } from '../../domain/quota.js'
import type { EventStore } from '../../event-store/event-store.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { Beside } from '../beside.js'
import type { BankParts } from '../decide-in-bank.js'
import type { FindNeighbours } from './context.js'

/** What an ingest is given. */
export type IngestParts = BankParts & {
  readonly store: EventStore
  readonly provider: EmbeddingProvider
  readonly beside: readonly Beside[]
  readonly neighbours: FindNeighbours
  readonly quota: Quota
  /** How many active memories the user has, in all scopes. */
  readonly active: (userId: string) => Promise<number>
  readonly maxAppendBytes: number
}
