import type { Quota } from '../../domain/quota.js'
import type { EventStore } from '../../event-store/event-store.js'
import type { Streams } from '../../event-store/streams.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { Known, Transact } from '../transact.js'
import type { FindNeighbours } from './context.js'

/** What an ingest is given. */
export type IngestParts = {
  readonly transact: Transact
  readonly store: EventStore
  readonly streams: Streams
  readonly provider: EmbeddingProvider
  readonly neighbours: FindNeighbours
  readonly bank: (stream: string) => Promise<Known<string | null>>
  readonly quota: Quota
  /** How many active memories the user has, in all scopes. */
  readonly active: (userId: string) => Promise<number>
  readonly maxAppendBytes: number
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
}
