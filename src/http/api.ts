import type { Agent } from '../domain/agent.js'
import type { Usage } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { UserExtent } from '../domain/user.js'
import type { IngestRequest } from '../ingest/context.js'
import type { IngestPreview } from '../ingest/preview.js'
import type { AdminAction, AdminPaging, UserPage } from '../queries/admin.js'
import type { AgentPage, TrustHistory } from '../queries/read-agents.js'
import type { ConflictListing, ConflictPage, ConflictRecord } from '../queries/read-conflicts.js'
import type { EntityOfName, EntityPage } from '../queries/read-entities.js'
import type { EpisodePage, EpisodeRecord } from '../queries/read-episodes.js'
import type { LessonPage, LessonStatistics } from '../queries/read-lessons.js'
import type {
  Listing,
  MemoryLink,
  MemoryRecord,
  Page,
  Place,
  RecordWithoutEmbedding,
  Statistics,
} from '../queries/read-memories.js'
import type { TellingPage } from '../queries/read-tellings.js'
import type { SearchRequest } from '../queries/search/answer.js'
import type { Explanation } from '../queries/search/explain.js'
import type { SearchAnswer } from '../queries/search/search.js'
import type { Recall, RecallPage } from '../queries/visible-recalls.js'
import type { Mutation, MutationSummary, Trail } from '../queries/visible-trail.js'
import type { Inside } from './answers/admin.js'
import type { Health } from './answers/health.js'
import type { Writes } from './writes.js'

/** Administration of one user's data, by its owner. */
export type ForOwners = {
  readonly usage: (userId: string) => Promise<Usage>
  readonly mutations: (userId: string) => Promise<MutationSummary>
  readonly recentMutations: (userId: string, limit: number) => Promise<readonly Mutation[]>
  readonly episodes: (scope: Scope, paging: Paging) => Promise<EpisodePage>
  /** Throws EpisodeNotFound. */
  readonly episode: (scope: Scope, episodeId: string) => Promise<EpisodeRecord>
  /** What is set of an agent; the default if nothing is. */
  readonly agent: (userId: string, agentId: string) => Promise<Agent>
  readonly agents: (scope: Scope, paging: Paging) => Promise<AgentPage>
  readonly trustHistory: (userId: string, wanted: Paging & { readonly agentId: string }) => Promise<TrustHistory>
}

/** Operations over all users. They never return the content of a memory. */
export type ForOperators = {
  readonly inside: () => Promise<Inside>
  readonly adminActions: (paging: AdminPaging) => Promise<readonly AdminAction[]>
  readonly users: (paging: { readonly limit: number; readonly after?: string }) => Promise<UserPage>
  /** How much there is of a user. Throws UserNotFound. */
  readonly extentOfUser: (userId: string) => Promise<UserExtent>
  /** Resolves when the read models include this position of the log. Throws as `ready` does. */
  readonly shows: (position: bigint) => Promise<void>
}

/** The receipts of searches. Each asker is shown their own alone. */
export type ForRecalls = {
  /** Throws RecallNotFound. */
  readonly recall: (scope: Scope, recallId: string) => Promise<Recall>
  /** Where a memory was shown, newest first. Throws MemoryNotFound. */
  readonly recallsOf: (
    scope: Scope,
    wanted: { readonly id: string; readonly limit: number; readonly after?: Place },
  ) => Promise<RecallPage>
}

/** With the id of its receipt, where one is kept. */
type RecordedAnswer = SearchAnswer & { readonly recall_id?: string }

type Paging = { readonly limit: number; readonly offset: number }

/** The application as the HTTP routes see it; built by the composition root. */
export type Api = Writes &
  ForOwners &
  ForOperators &
  ForRecalls & {
    /** What a full ingest would do. Writes nothing. Throws what an ingest throws. */
    readonly previewIngest: (request: IngestRequest) => Promise<IngestPreview>
    readonly search: (request: SearchRequest, mode: 'full' | 'fast') => Promise<RecordedAnswer>
    /** Why that search returns a memory or does not. Throws MemoryNotFound. */
    readonly explain: (
      request: SearchRequest & { readonly mode: 'full' | 'fast'; readonly memoryId: string },
    ) => Promise<Explanation>
    readonly list: (scope: Scope, listing: Listing) => Promise<Page>
    /** Throws MemoryNotFound. */
    readonly get: (scope: Scope, memoryId: string) => Promise<MemoryRecord>
    readonly expand: (scope: Scope, memoryIds: readonly string[]) => Promise<readonly RecordWithoutEmbedding[]>
    /** The session of each of these memories, as its record tells it; without those that the caller does not see. */
    readonly sessions: (scope: Scope, memoryIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>
    readonly stats: (scope: Scope) => Promise<Statistics>
    /** Throws MemoryNotFound. */
    readonly trail: (scope: Scope, memoryId: string) => Promise<Trail>
    /** Throws MemoryNotFound. */
    readonly links: (scope: Scope, memoryId: string) => Promise<readonly MemoryLink[]>
    /** Throws MemoryNotFound. */
    readonly tellings: (scope: Scope, wanted: Paging & { readonly memoryId: string }) => Promise<TellingPage>
    readonly entities: (scope: Scope, wanted: Paging & { readonly q?: string }) => Promise<EntityPage>
    readonly lessons: (scope: Scope, paging: Paging) => Promise<LessonPage>
    readonly lessonStatistics: (scope: Scope) => Promise<LessonStatistics>
    /** Throws EntityNotFound. */
    readonly entity: (
      scope: Scope,
      wanted: Paging & { readonly name: string; readonly type?: string },
    ) => Promise<EntityOfName>
    readonly conflicts: (scope: Scope, listing: ConflictListing) => Promise<ConflictPage>
    /** Throws ConflictNotFound. */
    readonly conflict: (scope: Scope, id: string) => Promise<ConflictRecord>
    /** The user whose conflict it is. Throws ConflictNotFound. */
    readonly ownerOfConflict: (id: string) => Promise<string>
    /** Users that have expired conflicts, so many at most. */
    readonly usersWithExpiredConflicts: (most: number) => Promise<readonly string[]>
    readonly health: () => Promise<Health>
    /**
     * Resolves when reads of this user include every write that this process acknowledged to them, and `minPosition` if given.
     * Throws ReadModelBehind or ProjectorStopped after READ_WAIT_MS, or while the read models are being built.
     */
    readonly ready: (userId: string, minPosition?: bigint) => Promise<void>
  }
