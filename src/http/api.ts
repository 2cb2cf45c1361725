import type { IngestRequest, IngestResult } from '../commands/ingest/request.js'
import type { Actor } from '../domain/metadata.js'
import type { Scope } from '../domain/scope.js'
import type { Statistics } from '../queries/count-memories.js'
import type { Page } from '../queries/list-memories.js'
import type { MemoryRecord, RecordWithoutEmbedding } from '../queries/memory-record.js'
import type { Trail } from '../queries/read-trail.js'
import type { SearchAnswer, SearchRequest } from '../queries/search/answer.js'

/** The answer of a write, and the log position of its last event ('start': the log is empty). */
export type Written<Result> = { readonly result: Result; readonly position: bigint | 'start' }

export type Listing = {
  readonly limit: number
  readonly offset: number
  readonly sourceSite?: string
  readonly episodeId?: string
}

export type Health = {
  readonly status: 'ok' | 'degraded'
  /** What is down, and what to do, in one sentence. */
  readonly reason?: string
  /** Events that the read models lack; null while the log does not tell. */
  readonly lag: number | null
  readonly position: string
  readonly end: string | null
  readonly projector: 'building' | 'running' | 'retrying' | 'stopped'
  /** Users set aside because an event of theirs cannot be applied: their writes are refused, all else goes on. */
  readonly parked: number
}

/** All that the routes may ask for: the composition root hands it to the edge. */
export type Api = {
  readonly ingest: (request: IngestRequest, mode: 'full' | 'quick') => Promise<Written<IngestResult>>
  /** Throws MemoryNotFound. */
  readonly remove: (scope: Scope, memoryId: string, actor: Actor) => Promise<Written<void>>
  readonly search: (request: SearchRequest, mode: 'full' | 'fast') => Promise<SearchAnswer>
  readonly list: (scope: Scope, listing: Listing) => Promise<Page>
  /** Throws MemoryNotFound. */
  readonly get: (scope: Scope, memoryId: string) => Promise<MemoryRecord>
  readonly expand: (scope: Scope, memoryIds: readonly string[]) => Promise<readonly RecordWithoutEmbedding[]>
  readonly stats: (scope: Scope) => Promise<Statistics>
  /** Throws MemoryNotFound. */
  readonly trail: (scope: Scope, memoryId: string) => Promise<Trail>
  readonly health: () => Promise<Health>
  /**
   * Resolves when reads of this user show what this process acknowledged to them, and `minPosition` if given.
   * Throws ReadModelBehind or ProjectorStopped after READ_WAIT_MS, or while the read models are being built.
   */
  readonly ready: (userId: string, minPosition?: bigint) => Promise<void>
}
