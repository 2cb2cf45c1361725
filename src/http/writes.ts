import type { Conversations } from '../commands/delete-episodes.js'
import type { Narrowing } from '../commands/delete-memories.js'
import type { Reported } from '../commands/report-lesson.js'
import type { ResolvedConflict, Resolving } from '../commands/resolve-conflict.js'
import type { TrustGiven, TrustSetting } from '../commands/set-trust.js'
import type { Shared, Sharing } from '../commands/share-memory.js'
import type { Done } from '../commands/transact.js'
import type { Correction, Restoration, Updated } from '../commands/update-memory.js'
import type { Caller } from '../domain/idempotency.js'
import type { Scope } from '../domain/scope.js'
import type { UserExtent } from '../domain/user.js'
import type { IngestRequest, IngestResult } from '../ingest/context.js'

export type Written<Result> = Done<Result>

type OfLesson = Caller & { readonly scope: Scope; readonly lessonId: string }
type OfMemory = Caller & { readonly scope: Scope; readonly memoryId: string }

/** The commands. Each takes the request and its actor, and is executed once for one Idempotency-Key. */
export type Writes = {
  readonly ingest: (request: IngestRequest, mode: 'full' | 'quick') => Promise<Written<IngestResult>>
  /** Throws MemoryNotFound. */
  readonly remove: (wish: OfMemory) => Promise<Written<null>>
  /** Throws MemoryNotFound. */
  readonly erase: (wish: OfMemory) => Promise<Written<null>>
  /** Throws MemoryNotFound. */
  readonly update: (wish: OfMemory & Correction) => Promise<Written<Updated>>
  /** Throws MemoryNotFound, EqualMemoryExists or NotRestorable. */
  readonly restore: (wish: OfMemory & Restoration) => Promise<Written<Updated>>
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
  /** Throws UserNotFound. */
  readonly eraseUser: (wish: Caller & { readonly scope: Scope }) => Promise<Written<UserExtent>>
  readonly setTrust: (wish: Caller & { readonly scope: Scope } & TrustSetting) => Promise<Written<TrustGiven>>
  readonly reportLesson: (
    wish: Caller & { readonly scope: Scope } & Reported,
  ) => Promise<Written<{ readonly lessonId: string }>>
  /** Throws LessonNotFound. */
  readonly deactivateLesson: (wish: OfLesson) => Promise<Written<null>>
  /** Throws LessonNotFound. */
  readonly eraseLesson: (wish: OfLesson) => Promise<Written<null>>
  /** Throws ConflictNotFound, ConflictAlreadyResolved, ConflictChanged or NewMemoryHasFewerReaders. */
  readonly resolveConflict: (
    wish: Caller & Resolving & { readonly scope: Scope; readonly conflictId: string },
  ) => Promise<Written<ResolvedConflict>>
  /** Resolves the conflicts of the user that have expired. */
  readonly expireConflicts: (
    wish: Caller & { readonly scope: Scope },
  ) => Promise<Written<{ readonly resolved: number }>>
  /** Abandons ingests that were not finished within an hour, and returns how many. The service calls it periodically. */
  readonly abandonUnfinished: () => Promise<number>
  /** Gives up receipts that are no longer kept, and words that belong to what was erased. The service calls it periodically. */
  readonly forgetRecalls: () => Promise<void>
  /** Takes up episodes recorded before an instant (ISO 8601) of which facts are still to be derived; answers with how many. */
  readonly resumeDeriving: (before: string) => Promise<number>
  /** Resolves when no facts are being derived that nobody waits for. */
  readonly derivingIdle: () => Promise<void>
}
