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
import {
  createIdempotent,
  createTransact,
  type Done,
  type Earlier,
  type Reach,
  type Transact,
} from '../commands/transact.js'
import { createRestore, createUpdate } from '../commands/update-memory.js'
import { type Caller, type IdempotentRequest, KEPT_MS } from '../domain/idempotency.js'
import type { Quota } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { Deriver } from '../ingest/facts/decide-facts.js'
import { createDerive, deriveInBackground } from '../ingest/facts/derive.js'
import { createIngest } from '../ingest/ingest.js'
import { createPreview } from '../ingest/preview.js'
import type { Reading, ServedProgress } from '../projector/generations/serve-generations.js'
import { reachedUnlessParked } from '../projector/progress.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import type { BankIndexes } from '../queries/bank-index/bank-indexes.js'
import { answeredRequest } from '../queries/bank-state.js'
import type { SearchDependencies } from '../search/dependencies.js'
import { recallsBefore, recallsWithErased } from '../search/visible-recalls.js'
import { decisionReads, knownReads } from './decision-reads.js'

/** What the commands need, and what they wait for. */
export type WriteDependencies = {
  readonly store: EventStore
  readonly streams: Streams
  readonly keyedHashes: KeyedHashes
  readonly reading: Reading
  readonly projector: Pick<ServedProgress, 'isParked' | 'reached' | 'erased'>
  readonly provider: EmbeddingProvider
  /** The memories of each user in memory; without it vectors are compared in the database. */
  readonly banks: Pick<BankIndexes, 'open' | 'openFor' | 'assume'> | undefined
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
  const { store, reading, projector, shown, now } = dependencies
  const earlier: Earlier = (stream, key) =>
    reading((db) => answeredRequest(db, { stream, key, since: new Date(Date.parse(now()) - KEPT_MS).toISOString() }))
  const once = carriedOutOnce(dependencies, earlier)
  const transact = createTransact(store, { reached: reachedUnlessParked(projector), shown }, earlier)
  const write = writingWith(dependencies, transact)
  const expireConflicts = createExpireConflicts(write)
  const { later, resume, idle, derive } = deriveInBackground({
    derive: derivingFewOpen(createDerive(write), expireConflicts),
    awaiting: write.awaiting,
    failed: dependencies.derivingFailed,
    clock: () => performance.now(),
  })
  const { episode, awaitingRequest: awaiting } = write
  const facts = dependencies.deriver.model && { derive, later, episode, awaiting }
  const { forgetRecalls, forgetWords } = forgettingOf(dependencies)
  return {
    ingest: once(keepingFewOpen(createIngest({ ...write, facts }), expireConflicts)),
    previewIngest: createPreview({ ...write, facts }),
    expireConflicts: once(expireConflicts),
    ...changesOf(write, once),
    ...erasingOf(write, once, forgetWords),
    /** Gives up receipts that are no longer kept, and words that belong to what was erased. */
    forgetRecalls,
    /** Abandons ingests that were not finished within an hour, and returns how many. */
    abandonUnfinished: createAbandonUnfinished(write),
    /** Takes up episodes recorded before an instant (ISO 8601) of which facts are still to be derived; answers with how many. */
    resumeDeriving: resume,
    /** Resolves when no facts are being derived that nobody waits for. */
    derivingIdle: idle,
    /** How many writes wait for another one of their user. */
    waiting: transact.waiting,
  }
}

const writingWith = (dependencies: WriteDependencies, transact: Transact) => {
  const { writeTimeoutMs: timeoutMs, maxAppendBytes, memoryCap: quota, conflicts, mostOf } = dependencies.limits
  const ofConflicts = { conflictExpiryMs: conflicts.expiryMs, mostOpenConflicts: mostOf.openConflicts }
  const reads = { ...decisionReads({ ...dependencies, mostLessons: mostOf.lessons }), ...knownReads(dependencies) }
  return { ...dependencies, ...reads, transact, timeoutMs, maxAppendBytes, quota, ...ofConflicts }
}

const changesOf = (write: ReturnType<typeof writingWith>, once: ReturnType<typeof carriedOutOnce>) => ({
  remove: once(createDelete(write)),
  update: once(createUpdate(write)),
  restore: once(createRestore(write)),
  share: once(createShare(write)),
  setTrust: once(createSetTrust(write)),
  resolveConflict: once(createResolveConflict(write)),
  reportLesson: once(createReportLesson(write)),
  deactivateLesson: once(createDeactivateLesson(write)),
  eraseLesson: once(createEraseLesson(write)),
})

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

const erasingOf = (
  write: ReturnType<typeof writingWith>,
  once: ReturnType<typeof carriedOutOnce>,
  forgetWords: ReturnType<typeof forgettingOf>['forgetWords'],
) => {
  const settled = write.limits.recalls.receipts === 'full' ? write.recallsShown : async () => {}
  const { projector, streams, timeoutMs } = write
  const erased = (userId: string) => projector.erased(streams.bank(userId), AbortSignal.timeout(timeoutMs))
  const andForget = andForgetWords({ settled, forgetWords })
  const removeMany = once(createDeleteMany(write))
  const removeWithWords = andForget(removeMany)
  return {
    erase: andForget(once(createErase(write))),
    removeMany: (wish: Parameters<typeof removeMany>[0]) => (wish.hard ? removeWithWords : removeMany)(wish),
    eraseUser: andForget(once(createEraseUser({ ...write, settled, erased }))),
  }
}
