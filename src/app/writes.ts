import { createAbandonUnfinished } from '../commands/abandon-episode.js'
import { createDeleteMany } from '../commands/delete-many.js'
import { createDelete } from '../commands/delete-memories.js'
import { createErase, createEraseUser } from '../commands/erase-memories.js'
import { andForgetWords, createForgetRecalls } from '../commands/forget-recalls.js'
import type { KeyedHashes } from '../commands/master-key.js'
import type { Receipts } from '../commands/record-recalls.js'
import { createDeactivateLesson, createEraseLesson, createReportLesson } from '../commands/report-lesson.js'
import {
  createExpireConflicts,
  createResolveConflict,
  derivingFewOpen,
  keepingFewOpen,
} from '../commands/resolve-conflict.js'
import type { SecondaryModel } from '../commands/secondary-model.js'
import { createSetTrust } from '../commands/set-trust.js'
import { createShare } from '../commands/share-memory.js'
import { createIdempotent, createTransact, type Done, type Earlier, type Reach } from '../commands/transact.js'
import { createRestore, createUpdate } from '../commands/update-memory.js'
import { type Caller, type IdempotentRequest, KEPT_MS } from '../domain/idempotency.js'
import type { Quota } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { IngestRequest } from '../ingest/context.js'
import type { Deriver } from '../ingest/facts/decide-facts.js'
import { createDerive, deriveInBackground } from '../ingest/facts/derive.js'
import { fullIngest } from '../ingest/full-ingest.js'
import { type Mode, quickIngest } from '../ingest/ingest.js'
import { previewIngest } from '../ingest/preview.js'
import type { MemoryIndexes } from '../memory-index/memory-indexes.js'
import type { Reading } from '../postgres/database.js'
import type { ServedProgress } from '../projector/generations/serve-generations.js'
import { reachedUnlessParked } from '../projector/progress.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { answeredRequest } from '../queries/bank-state.js'
import { derivableEpisode } from '../queries/derivable-episode.js'
import { awaitingBefore } from '../queries/visible-extraction.js'
import type { SearchDependencies } from '../search/dependencies.js'
import { recallsBefore, recallsWithErased } from '../search/visible-recalls.js'

/** What the commands need, and what they wait for. */
export type WriteDependencies = {
  readonly store: EventStore
  readonly streams: Streams
  readonly keyedHashes: KeyedHashes
  readonly reading: Reading
  readonly projector: Pick<ServedProgress, 'isParked' | 'reached' | 'erased'>
  readonly provider: EmbeddingProvider
  /** The memories of each user in memory; without it vectors are compared in the database. */
  readonly banks: Pick<MemoryIndexes, 'open' | 'openFor' | 'assume'> | undefined
  readonly relatedTerms: SearchDependencies['relatedTerms']
  /** Models that do not answer requests and embed what is written all the same. */
  readonly secondaryModels: readonly SecondaryModel[]
  /** What derives facts of what was said. */
  readonly deriver: Deriver
  /** An attempt to derive facts for which nobody waits has failed. */
  readonly derivingFailed: (error: unknown, of: { readonly episodeId: string }) => void
  /** Resolves when the read models show a write. */
  readonly shown: Reach['shown']
  /** Resolves when the read models show which searches of the user this process has answered. */
  readonly recallsShown: (userId: string) => Promise<void>
  /** Throws while no write is accepted. */
  readonly accepting: () => void
  readonly now: () => string
  readonly newId: () => string
  readonly limits: {
    readonly writeTimeoutMs: number
    readonly maxAppendBytes: number
    readonly memoryCap: Quota
    readonly conflicts: { readonly expiryMs: number }
    readonly mostOf: { readonly openConflicts: number; readonly lessons: number }
    readonly recalls: { readonly receipts: Receipts; readonly retentionDays: number }
  }
}

/** The commands, each carried out once for one Idempotency-Key, and what one of them would do. */
export const createWrites = (dependencies: WriteDependencies) => {
  const { store, streams, keyedHashes, reading, projector, provider, secondaryModels, banks } = dependencies
  const { relatedTerms, deriver, shown, now, newId, limits } = dependencies
  const { writeTimeoutMs: timeoutMs, maxAppendBytes, memoryCap: quota } = limits
  const { lessons: mostLessons, openConflicts: mostOpenConflicts } = limits.mostOf
  const earlier: Earlier = (stream, key) =>
    reading((db) => answeredRequest(db, { stream, key, since: new Date(Date.parse(now()) - KEPT_MS).toISOString() }))
  const once = carriedOutOnce(dependencies, earlier)
  const transact = createTransact(store, { reached: reachedUnlessParked(projector), shown }, earlier)

  const deciding = { transact, streams, reading, timeoutMs, now, newId }
  const embedding = { ...deciding, provider, secondaryModels }
  const erasing = { ...deciding, keyedHashes }
  const expireConflicts = createExpireConflicts({ ...deciding, mostOpenConflicts })
  const comparing = { ...embedding, banks, quota, mostLessons, conflictExpiryMs: limits.conflicts.expiryMs }
  const derivingFacts = { ...comparing, relatedTerms, deriver, maxAppendBytes, episode: derivableEpisode }
  const derivation = deriveInBackground({
    derive: derivingFewOpen(createDerive(derivingFacts), expireConflicts),
    awaiting: (before, most) => reading((db) => awaitingBefore(db, before, most)),
    failed: dependencies.derivingFailed,
    clock: () => performance.now(),
  })
  const facts = deriver.model && derivation
  const ingesting = { ...derivingFacts, store, keyedHashes, facts }
  const ingest = (request: IngestRequest, mode: Mode) =>
    mode === 'full' ? fullIngest(ingesting, request) : quickIngest(ingesting, request)

  // Where only ids are kept, no words of searches wait to be written.
  const settled = limits.recalls.receipts === 'full' ? dependencies.recallsShown : async () => {}
  const erased = (userId: string) => projector.erased(streams.bank(userId), AbortSignal.timeout(timeoutMs))
  const { forgetRecalls, forgetWords } = forgettingOf(dependencies)
  const andForget = andForgetWords({ settled, forgetWords })
  const removeMany = once(createDeleteMany(erasing))
  const removeManyWithWords = andForget(removeMany)
  return {
    ingest: once(keepingFewOpen(ingest, expireConflicts)),
    previewIngest: (request: IngestRequest) => previewIngest(ingesting, request),
    update: once(createUpdate(embedding)),
    restore: once(createRestore(embedding)),
    share: once(createShare(deciding)),
    remove: once(createDelete(deciding)),
    removeMany: (wish: Parameters<typeof removeMany>[0]) => (wish.hard ? removeManyWithWords : removeMany)(wish),
    erase: andForget(once(createErase(erasing))),
    eraseUser: andForget(once(createEraseUser({ ...deciding, settled, erased }))),
    setTrust: once(createSetTrust(deciding)),
    reportLesson: once(createReportLesson({ ...embedding, mostLessons })),
    deactivateLesson: once(createDeactivateLesson(deciding)),
    eraseLesson: once(createEraseLesson(deciding)),
    resolveConflict: once(createResolveConflict(deciding)),
    expireConflicts: once(expireConflicts),
    /** Gives up receipts that are no longer kept, and words that belong to what was erased. */
    forgetRecalls,
    /** Abandons ingests that were not finished within an hour, and returns how many. */
    abandonUnfinished: createAbandonUnfinished(deciding),
    /** Takes up episodes recorded before an instant (ISO 8601) of which facts are still to be derived; answers with how many. */
    resumeDeriving: derivation.resume,
    /** Resolves when no facts are being derived that nobody waits for. */
    derivingIdle: derivation.idle,
    /** How many writes wait for another one of their user. */
    waiting: transact.waiting,
  }
}

/** A command that a request with an Idempotency-Key carries out once. */
const carriedOutOnce = ({ store, streams, accepting, keyedHashes }: WriteDependencies, earlier: Earlier) => {
  const hashed = ({ key, request }: IdempotentRequest): IdempotentRequest => ({
    key,
    request: keyedHashes.request(request),
  })
  const carryOut = createIdempotent(store, earlier)
  return <Request extends Caller & { readonly scope: Scope }, More extends unknown[], Result>(
    command: (request: Request, ...more: More) => Promise<Done<Result>>,
  ) =>
    async (given: Request, ...more: More) => {
      accepting()
      const request = given.idempotent === undefined ? given : { ...given, idempotent: hashed(given.idempotent) }
      const stream = streams.bank(request.scope.userId)
      return carryOut({ stream, idempotent: request.idempotent }, () => command(request, ...more))
    }
}

type Forgetting = Pick<WriteDependencies, 'store' | 'streams' | 'reading' | 'now' | 'newId'> & {
  readonly projector: Pick<ServedProgress, 'reached'>
  readonly limits: Pick<WriteDependencies['limits'], 'writeTimeoutMs' | 'recalls'>
}

/** What gives up receipts that are not kept any more, and words of erased things. */
export const forgettingOf = (dependencies: Forgetting) => {
  const { reading, projector, limits } = dependencies
  return createForgetRecalls({
    ...dependencies,
    retentionDays: limits.recalls.retentionDays,
    recallsBefore: (day, most) => reading((db) => recallsBefore(db, day, most)),
    recallsWithErased: (instant, most) => reading((db) => recallsWithErased(db, instant, most)),
    shown: (position) => projector.reached(position, AbortSignal.timeout(limits.writeTimeoutMs)),
  })
}
