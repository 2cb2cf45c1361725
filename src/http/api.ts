import type { createDeleteMany } from '../commands/delete-many.js'
import type { createDelete } from '../commands/delete-memories.js'
import type { createErase, createEraseUser } from '../commands/erase-memories.js'
import type { createDeactivateLesson, createEraseLesson, createReportLesson } from '../commands/report-lesson.js'
import type { createExpireConflicts, createResolveConflict } from '../commands/resolve-conflict.js'
import type { createSetTrust } from '../commands/set-trust.js'
import type { createShare } from '../commands/share-memory.js'
import type { Done } from '../commands/transact.js'
import type { Corrected, createRestore, createUpdate } from '../commands/update-memory.js'
import type { Usage } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { UserExtent } from '../domain/user.js'
import type { IngestRequest, IngestResult } from '../ingest/context.js'
import type { Mode } from '../ingest/ingest.js'
import type { IngestPreview } from '../ingest/preview.js'
import type { AdminAction, AdminPaging, listUsers } from '../queries/admin.js'
import type { ownerOfConflict } from '../queries/conflict-state.js'
import type { agentState, listAgents, trustHistory } from '../queries/read-agents.js'
import type { getConflict, listConflicts } from '../queries/read-conflicts.js'
import type { getEntity, listEntities } from '../queries/read-entities.js'
import type { getEpisode, listEpisodes } from '../queries/read-episodes.js'
import type { countLessons, listLessons } from '../queries/read-lessons.js'
import type {
  countMemories,
  expandMemories,
  getMemory,
  linksOf,
  listMemories,
  Place,
  sessionsOf,
} from '../queries/read-memories.js'
import type { listTellings } from '../queries/read-tellings.js'
import type { readTrail, readTrails, recentMutations, summarizeMutations } from '../queries/visible-trail.js'
import type { SearchRequest } from '../search/answer.js'
import type { Explanation } from '../search/explain.js'
import type { SearchAnswer } from '../search/search.js'
import type { Recall, RecallPage } from '../search/visible-recalls.js'
import type { Health, Inside, Readiness } from './answers/health.js'

/** Instead of what it put out of force, what else that said, and what says the same still. */
export type WithConsequences<Result> = Omit<Result, 'gaveWay' | 'reworded'> & {
  readonly also_lost?: readonly string[]
  readonly same_words?: readonly string[]
}

/** A command with another answer. */
type Answering<Create extends (parts: never) => (...asked: never[]) => unknown, Result> = (
  ...asked: Parameters<ReturnType<Create>>
) => Promise<Done<Result>>

/** The commands: what each takes and throws, it says itself. Each is carried out once for one Idempotency-Key. */
type Commands = {
  readonly ingest: (request: IngestRequest, mode: Mode) => Promise<Done<WithConsequences<IngestResult>>>
  readonly remove: ReturnType<typeof createDelete>
  readonly erase: ReturnType<typeof createErase>
  readonly update: Answering<typeof createUpdate, WithConsequences<Corrected>>
  readonly restore: ReturnType<typeof createRestore>
  readonly share: ReturnType<typeof createShare>
  readonly removeMany: ReturnType<typeof createDeleteMany>
  readonly eraseUser: ReturnType<typeof createEraseUser>
  readonly setTrust: ReturnType<typeof createSetTrust>
  readonly reportLesson: ReturnType<typeof createReportLesson>
  readonly deactivateLesson: ReturnType<typeof createDeactivateLesson>
  readonly eraseLesson: ReturnType<typeof createEraseLesson>
  readonly resolveConflict: ReturnType<typeof createResolveConflict>
  readonly expireConflicts: ReturnType<typeof createExpireConflicts>
}

/** A query over the read models that are live when it is asked. */
type Bound<Query> = Query extends (db: never, ...asked: infer Asked) => infer Answer
  ? (...asked: Asked) => Answer
  : never

/** The queries: what each takes and throws, it says itself. */
type Queries = {
  readonly list: Bound<typeof listMemories>
  readonly get: Bound<typeof getMemory>
  readonly expand: Bound<typeof expandMemories>
  readonly sessions: Bound<typeof sessionsOf>
  readonly stats: Bound<typeof countMemories>
  readonly trail: Bound<typeof readTrail>
  readonly trails: Bound<typeof readTrails>
  readonly links: Bound<typeof linksOf>
  readonly tellings: Bound<typeof listTellings>
  readonly entities: Bound<typeof listEntities>
  readonly entity: Bound<typeof getEntity>
  readonly lessons: Bound<typeof listLessons>
  readonly lessonStatistics: Bound<typeof countLessons>
  readonly conflicts: Bound<typeof listConflicts>
  readonly conflict: Bound<typeof getConflict>
  readonly ownerOfConflict: Bound<typeof ownerOfConflict>
  readonly mutations: Bound<typeof summarizeMutations>
  readonly recentMutations: Bound<typeof recentMutations>
  readonly episodes: Bound<typeof listEpisodes>
  readonly episode: Bound<typeof getEpisode>
  readonly agent: Bound<typeof agentState>
  readonly agents: Bound<typeof listAgents>
  readonly trustHistory: Bound<typeof trustHistory>
  readonly users: Bound<typeof listUsers>
}

/** With the id of its receipt, where one is kept. */
type RecordedAnswer = SearchAnswer & { readonly recall_id?: string }

/** The application as the HTTP routes see it; built by the composition root. */
export type Api = Commands &
  Queries & {
    /** What a full ingest would do. Writes nothing. Throws what an ingest throws. */
    readonly previewIngest: (request: IngestRequest) => Promise<IngestPreview>
    readonly search: (request: SearchRequest, mode: 'full' | 'fast') => Promise<RecordedAnswer>
    /** Why that search returns a memory or does not. Throws MemoryNotFound. */
    readonly explain: (
      request: SearchRequest & { readonly mode: 'full' | 'fast'; readonly memoryId: string },
    ) => Promise<Explanation>
    /** The receipt of a search, for who asked alone. Throws RecallNotFound. */
    readonly recall: (scope: Scope, recallId: string) => Promise<Recall>
    /** Where a memory was shown to the caller, newest first. Throws MemoryNotFound. */
    readonly recallsOf: (
      scope: Scope,
      request: { readonly id: string; readonly limit: number; readonly after?: Place },
    ) => Promise<RecallPage>
    readonly usage: (userId: string) => Promise<Usage>
    readonly health: () => Promise<Health>
    /** Whether reads are served now. */
    readonly readiness: () => Promise<Readiness>
    readonly inside: () => Promise<Inside>
    readonly adminActions: (paging: AdminPaging) => Promise<readonly AdminAction[]>
    /** How much there is of a user. Throws UserNotFound. */
    readonly extentOfUser: (userId: string) => Promise<UserExtent>
    /**
     * Resolves when reads of this user include every write that this process acknowledged to them, and `minPosition` if given.
     * Throws ReadModelBehind or ProjectorStopped after READ_WAIT_MS, or while the read models are being built.
     */
    readonly ready: (userId: string, minPosition?: bigint) => Promise<void>
    /** Resolves when the read models include this position of the log. Throws as `ready` does. */
    readonly shows: (position: bigint) => Promise<void>
  }
