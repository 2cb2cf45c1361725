import type { Conversations } from '../commands/delete-episodes.js'
import type { Narrowing } from '../commands/delete-memories.js'
import type { IngestRequest, IngestResult } from '../commands/ingest/context.js'
import type { Shared, Sharing } from '../commands/share-memory.js'
import type { Done } from '../commands/transact.js'
import type { Correction, Updated } from '../commands/update-memory.js'
import type { EmbeddingModel } from '../domain/embedding.js'
import type { Caller } from '../domain/idempotency.js'
import type { Usage } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { AdminAction, AdminPaging, ParkedUser, UserPage } from '../queries/admin.js'
import type { Statistics } from '../queries/count-memories.js'
import type { Listing, Page } from '../queries/list-memories.js'
import type { MemoryRecord, RecordWithoutEmbedding } from '../queries/memory-record.js'
import type { EpisodePage, EpisodeRecord } from '../queries/read-episodes.js'
import type { Mutation, MutationSummary } from '../queries/read-mutations.js'
import type { Trail } from '../queries/read-trail.js'
import type { SearchAnswer, SearchRequest } from '../queries/search/answer.js'

export type Written<Result> = Done<Result>

export type Health = {
  readonly status: 'ok' | 'degraded'
  /** What is down, and what to do, in one sentence. */
  readonly reason?: string
  /** Events that the read models lack; null while the log does not tell or is another, or where positions do not count events. */
  readonly lag: number | null
  readonly position: string
  readonly end: string | null
  /** How long ago the log said where it ends; null while it has not. */
  readonly end_age_ms: number | null
  /** How often the log's server has sent this process back to reading, as more came at once than it keeps for a subscriber. */
  readonly overruns: number
  readonly projector: 'building' | 'running' | 'retrying' | 'stopped'
  /** Users set aside because an event of theirs cannot be applied: their writes are refused, all else goes on. */
  readonly parked: number
  /** The model that answers requests, and the one that the store is changed to or from, while that is so. */
  readonly embedding: EmbeddingModel & {
    readonly beside: (EmbeddingModel & { readonly lag: number | null }) | null
  }
}

type OfMemory = Caller & { readonly scope: Scope; readonly memoryId: string }

/** What changes something: each takes a wish, says who asks, and is carried out once for one Idempotency-Key. */
export type Writes = {
  readonly ingest: (request: IngestRequest, mode: 'full' | 'quick') => Promise<Written<IngestResult>>
  /** Throws MemoryNotFound. */
  readonly remove: (wish: OfMemory) => Promise<Written<null>>
  /** Throws MemoryNotFound. */
  readonly erase: (wish: OfMemory) => Promise<Written<null>>
  /** Throws MemoryNotFound. */
  readonly update: (wish: OfMemory & Correction) => Promise<Written<Updated>>
  /** Throws MemoryNotFound. */
  readonly share: (wish: OfMemory & Sharing) => Promise<Written<Shared>>
  /** Throws TooManyMemories. */
  readonly removeMany: (
    wish: Caller & { readonly scope: Scope; readonly narrowing: Narrowing },
  ) => Promise<Written<{ readonly deleted: number }>>
  /** Throws TooManyMemories. */
  readonly eraseMany: (
    wish: Caller & { readonly scope: Scope; readonly narrowing: Narrowing },
  ) => Promise<Written<{ readonly deleted: number }>>
  /** Throws EpisodeNotFound or SessionNotFound. */
  readonly removeEpisodes: (
    wish: Caller & { readonly scope: Scope; readonly of: Conversations; readonly hard: boolean },
  ) => Promise<Written<{ readonly deleted: number }>>
  /** Gives up ingests that nobody has finished within an hour: the service asks for it by itself. How many there were. */
  readonly abandonUnfinished: () => Promise<number>
}

/** What the owner of a tenancy asks of it. */
export type ForOwners = {
  readonly usage: (userId: string) => Promise<Usage>
  readonly mutations: (userId: string) => Promise<MutationSummary>
  readonly recentMutations: (userId: string, limit: number) => Promise<readonly Mutation[]>
  readonly episodes: (scope: Scope, paging: { readonly limit: number; readonly offset: number }) => Promise<EpisodePage>
  /** Throws EpisodeNotFound. */
  readonly episode: (scope: Scope, episodeId: string) => Promise<EpisodeRecord>
}

/** How the inside of the service is: what waits where, and what stands still. */
type Inside = {
  /** Null while the read models cannot be read. */
  readonly parked_users: readonly ParkedUser[] | null
  /** Appends that wait for their transaction. */
  readonly appends_waiting: number
  /** Writes that wait for another one of their user. */
  readonly writers_waiting: number
  /** The read tables that requests see. */
  readonly generation: string
}

/** What operators ask, across all users; never what a memory says. */
export type ForOperators = {
  readonly inside: () => Promise<Inside>
  readonly adminActions: (paging: AdminPaging) => Promise<readonly AdminAction[]>
  readonly users: (paging: { readonly limit: number; readonly after?: string }) => Promise<UserPage>
  /** Resolves when the read models include this position of the log. Throws as `ready` does. */
  readonly shows: (position: bigint) => Promise<void>
}

/** All that the routes may ask for: the composition root hands it to the edge. */
export type Api = Writes &
  ForOwners &
  ForOperators & {
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
