import { createAbandonUnfinished } from '../commands/abandon-episode.js'
import { createDeleteEpisodes } from '../commands/delete-episodes.js'
import { createDelete, createDeleteMany, createErase } from '../commands/delete-memories.js'
import { createDerive, type Deriver } from '../commands/deriving/derive.js'
import { deriveInBackground } from '../commands/deriving/derive-later.js'
import type { DerivableEpisode } from '../commands/deriving/episode.js'
import { createEraseMany } from '../commands/erase-memories.js'
import { createIngest } from '../commands/ingest/ingest.js'
import type { KeyedHashes } from '../commands/master-key.js'
import { createRestore } from '../commands/restore-memory.js'
import type { SecondaryModel } from '../commands/secondary-model.js'
import { createShare } from '../commands/share-memory.js'
import {
  createIdempotent,
  createTransact,
  type Done,
  type Earlier,
  type Known,
  type Queued,
  type Reach,
} from '../commands/transact.js'
import { createUpdate } from '../commands/update-memory.js'
import type { Caller, IdempotentRequest } from '../domain/idempotency.js'
import type { Quota } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { Writes } from '../http/api.js'
import type { Logger } from '../logger.js'
import type { Reading, ServedProgress } from '../projector/generations/serve-generations.js'
import { reachedUnlessParked } from '../projector/progress.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import type { BankIndexes } from '../queries/bank-index/bank-indexes.js'
import { answeredRequest, bankState } from '../queries/bank-state.js'
import { candidateMemories } from '../queries/candidates.js'
import { claimingMemories } from '../queries/claiming-memories.js'
import { allSaying, conversationsOf, pendingSaying, saidIn, seesEpisodes } from '../queries/conversations-of.js'
import { countActive } from '../queries/count-memories.js'
import { awaitingBefore, awaitingRequest, derivableEpisode } from '../queries/derivable-episode.js'
import { compositesOf, derivedFrom } from '../queries/derived-memories.js'
import { knownTurns, lastSaid } from '../queries/known-turns.js'
import { memoriesOf, memoryState } from '../queries/memory-state.js'
import { pendingBefore, pendingIn } from '../queries/pending-episodes.js'
import { restorableWords } from '../queries/restorable-words.js'
import { knownTexts, similarMemories } from '../queries/similar-memories.js'

/** What the commands need, and what they wait for. */
export type WriteDependencies = {
  readonly store: EventStore
  readonly streams: Streams
  readonly keyedHashes: KeyedHashes
  readonly reading: Reading
  readonly projector: Pick<ServedProgress, 'isParked' | 'reached'>
  readonly provider: EmbeddingProvider
  /** The memories of each user in memory; without it vectors are compared in the database. */
  readonly banks: Pick<BankIndexes, 'open'> | undefined
  /** Models that do not answer requests and embed what is written all the same. */
  readonly secondaryModels: readonly SecondaryModel[]
  /** What derives facts of what was said. */
  readonly deriver: Deriver
  /** An attempt to derive facts for which nobody waits has failed. */
  readonly derivingFailed: (error: unknown, of: { readonly episodeId: string }) => void
  /** Resolves when the read models show a write. */
  readonly shown: Reach['shown']
  /** Throws while no write is accepted. */
  readonly accepting: () => void
  readonly now: () => string
  readonly newId: () => string
  readonly limits: { readonly writeTimeoutMs: number; readonly maxAppendBytes: number; readonly memoryCap: Quota }
}

/** How long the answer to a request with an Idempotency-Key is repeated. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** The commands, each carried out once for one Idempotency-Key. */
export const createWrites = (dependencies: WriteDependencies): Queued & { readonly writes: Writes } => {
  const { store, streams, reading, projector, shown, accepting, limits, now, keyedHashes } = dependencies
  const hashed = ({ key, request }: IdempotentRequest): IdempotentRequest => ({
    key,
    request: keyedHashes.request(request),
    unsealed: request,
  })
  const earlier: Earlier = (stream, key) =>
    reading((db) => answeredRequest(db, { stream, key, since: new Date(Date.parse(now()) - KEPT_MS).toISOString() }))
  const carryOut = createIdempotent(store, earlier)
  const once =
    <Request extends Caller & { readonly scope: Scope }, More extends unknown[], Result>(
      command: (request: Request, ...more: More) => Promise<Done<Result>>,
    ) =>
    async (given: Request, ...more: More) => {
      accepting()
      const request = given.idempotent === undefined ? given : { ...given, idempotent: hashed(given.idempotent) }
      const stream = streams.bank(request.scope.userId)
      return carryOut({ stream, idempotent: request.idempotent }, () => command(request, ...more))
    }
  const transact = createTransact(store, { reached: reachedUnlessParked(projector), shown }, earlier)
  const { writeTimeoutMs: timeoutMs, maxAppendBytes, memoryCap: quota } = limits
  const write = { ...dependencies, ...decisionReads(dependencies), transact, timeoutMs, maxAppendBytes, quota }
  const { later, resume, idle, derive } = deriveInBackground({
    derive: createDerive(write),
    awaiting: write.awaiting,
    failed: dependencies.derivingFailed,
    clock: () => performance.now(),
  })
  const facts = dependencies.deriver.model && { derive, later, episode: write.episode, awaiting: write.awaitingRequest }
  const writes: Writes = {
    ingest: once(createIngest({ ...write, facts })),
    remove: once(createDelete(write)),
    erase: once(createErase(write)),
    update: once(createUpdate(write)),
    restore: once(createRestore(write)),
    share: once(createShare(write)),
    removeMany: once(createDeleteMany(write)),
    eraseMany: once(createEraseMany(write)),
    removeEpisodes: once(createDeleteEpisodes(write)),
    abandonUnfinished: createAbandonUnfinished(write),
    resumeDeriving: resume,
    derivingIdle: idle,
  }
  return { writes, waiting: transact.waiting }
}

/** What decisions are based on. */
const decisionReads = ({ reading, banks }: Pick<WriteDependencies, 'reading' | 'banks'>) => ({
  bank: async (stream: string): Promise<Known<string | null>> => {
    const { revision, lastAt } = await reading((db) => bankState(db, stream))
    return { revision, state: lastAt }
  },
  memory: (scope: Scope, id: string) => reading((db) => memoryState(db.reading(scope.userId), scope, id)),
  restorable: (scope: Scope, wanted: Parameters<typeof restorableWords>[2]) =>
    reading((db) => restorableWords(db.reading(scope.userId), scope, wanted)),
  composites: (scope: Scope, wanted: Parameters<typeof compositesOf>[2]) =>
    reading((db) => compositesOf(db, scope, wanted)),
  derived: (scope: Scope, wanted: Parameters<typeof derivedFrom>[2]) => reading((db) => derivedFrom(db, scope, wanted)),
  memories: (scope: Scope, wanted: Parameters<typeof memoriesOf>[2]) => reading((db) => memoriesOf(db, scope, wanted)),
  neighbours: async (scope: Scope, wanted: Omit<Parameters<typeof similarMemories>[2], 'banks'>) => {
    const { revision, lastAt, similar } = await reading((db) =>
      similarMemories(db.reading(scope.userId), scope, { ...wanted, banks }),
    )
    return { revision, state: { lastAt, neighbours: similar } }
  },
  claiming: (scope: Scope, wanted: Parameters<typeof claimingMemories>[2]) =>
    reading((db) => claimingMemories(db.reading(scope.userId), scope, wanted)),
  candidates: (scope: Scope, ids: readonly string[]) =>
    reading((db) => candidateMemories(db.reading(scope.userId), scope, ids)),
  episode: (userId: string, episodeId: string): Promise<DerivableEpisode | undefined> =>
    reading((db) => derivableEpisode(db.reading(userId), userId, episodeId)),
  awaitingRequest: (userId: string, requestHash: string) =>
    reading((db) => awaitingRequest(db.reading(userId), userId, requestHash)),
  awaiting: (before: string, most: number) => reading((db) => awaitingBefore(db, before, most)),
  knownTexts: (scope: Scope, wanted: Parameters<typeof knownTexts>[2]) =>
    reading((db) => knownTexts(db.reading(scope.userId), scope, wanted)),
  active: (userId: string) => reading((db) => countActive(db.reading(userId), userId)),
  knownTurns: (userId: string, transcript: Parameters<typeof knownTurns>[2]) =>
    reading((db) => knownTurns(db.reading(userId), userId, transcript)),
  lastSaid: (scope: Scope, wanted: Parameters<typeof lastSaid>[2]) =>
    reading((db) => lastSaid(db.reading(scope.userId), scope, wanted)),
  pending: (userId: string, episodeId: string) => reading((db) => pendingIn(db.reading(userId), userId, episodeId)),
  unfinished: (before: string, most: number) => reading((db) => pendingBefore(db, before, most)),
  allSaying: (scope: Scope, memoryId: string) => reading((db) => allSaying(db, scope, memoryId)),
  saidIn: (userId: string, memoryIds: readonly string[]) => reading((db) => saidIn(db, userId, memoryIds)),
  pendingSaying: (scope: Scope, memoryIds: readonly string[]) => reading((db) => pendingSaying(db, scope, memoryIds)),
  conversations: (scope: Scope, wanted: Parameters<typeof conversationsOf>[2]) =>
    reading((db) => conversationsOf(db, scope, wanted)),
  seesEpisodes: (scope: Scope, wanted: Parameters<typeof seesEpisodes>[2]) =>
    reading((db) => seesEpisodes(db, scope, wanted)),
})

const ABANDON_EVERY_MS = 10 * 60 * 1000

/** Abandons unfinished ingests: once when it is begun, and then every ten minutes until it is stopped. */
export const abandonRegularly = (abandonUnfinished: Writes['abandonUnfinished'], logger: Logger) => {
  let timer: NodeJS.Timeout | undefined
  const abandon = () =>
    void abandonUnfinished().catch((error: unknown) =>
      logger.warn({ err: error }, 'unfinished ingests are still there'),
    )
  return {
    begin: (): undefined => {
      abandon()
      timer = setInterval(abandon, ABANDON_EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
