import { createAbandonUnfinished } from '../commands/abandon-episode.js'
import { createDeleteEpisodes } from '../commands/delete-episodes.js'
import { createDelete, createDeleteMany, createErase } from '../commands/delete-memories.js'
import { createEraseMany } from '../commands/erase-memories.js'
import { createIngest } from '../commands/ingest/ingest.js'
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
import type { Scope } from '../domain/scope.js'
import type { Writes } from '../http/api.js'
import type { Reading, ServedProgress } from '../projector/generations/serve-generations.js'
import { UserParked } from '../projector/progress.js'
import { answeredRequest, bankState } from '../queries/bank-state.js'
import { allSaying, conversationsOf, pendingSaying, saidIn, seesEpisodes } from '../queries/conversations-of.js'
import { countActive } from '../queries/count-memories.js'
import { knownTurns, lastSaid } from '../queries/known-turns.js'
import { memoriesOf, memoryState } from '../queries/memory-state.js'
import { pendingBefore, pendingIn } from '../queries/pending-episodes.js'
import { similarMemories } from '../queries/similar-memories.js'
import type { ApiDependencies } from './api-parts.js'

/** How long what a request with an Idempotency-Key was answered is told again. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** The commands, each carried out once for one Idempotency-Key; `ready` throws while no write is taken. */
export const createWrites = (
  parts: ApiDependencies,
  shown: Reach['shown'],
  ready: () => void,
): Queued & { readonly writes: Writes } => {
  const { store, streams, reading, projector, limits, now, keyedHashes } = parts
  const sealed = ({ key, request }: IdempotentRequest): IdempotentRequest => ({
    key,
    request: keyedHashes.request(request),
    unsealed: request,
  })
  const earlier: Earlier = (stream, key) =>
    reading((db) => answeredRequest(db, { stream, key, since: new Date(Date.parse(now()) - KEPT_MS).toISOString() }))
  const carryOut = createIdempotent(store, earlier)
  const idempotent =
    <Wish extends Caller & { readonly scope: Scope }, Result>(command: (wish: Wish) => Promise<Done<Result>>) =>
    async (asked: Wish) => {
      ready()
      const wish = asked.idempotent === undefined ? asked : { ...asked, idempotent: sealed(asked.idempotent) }
      return carryOut({ stream: streams.bank(wish.scope.userId), idempotent: wish.idempotent }, () => command(wish))
    }
  const transact = createTransact(store, { reached: reachedUnlessParked(projector), shown }, earlier)
  const { writeTimeoutMs: timeoutMs, maxAppendBytes, memoryCap: quota } = limits
  const write = { ...parts, ...knowing(reading), transact, timeoutMs, maxAppendBytes, quota }
  const writes: Writes = {
    ingest: idempotent(createIngest(write)),
    remove: idempotent(createDelete(write)),
    erase: idempotent(createErase(write)),
    update: idempotent(createUpdate(write)),
    share: idempotent(createShare(write)),
    removeMany: idempotent(createDeleteMany(write)),
    eraseMany: idempotent(createEraseMany(write)),
    removeEpisodes: idempotent(createDeleteEpisodes(write)),
    abandonUnfinished: createAbandonUnfinished(write),
  }
  return { writes, waiting: transact.waiting }
}

/** What decisions are based on. */
const knowing = (reading: Reading) => ({
  bank: async (stream: string): Promise<Known<string | null>> => {
    const { revision, lastAt } = await reading((db) => bankState(db, stream))
    return { revision, state: lastAt }
  },
  memory: (scope: Scope, id: string) => reading((db) => memoryState(db.reading(scope.userId), scope, id)),
  memories: (scope: Scope, wanted: Parameters<typeof memoriesOf>[2]) => reading((db) => memoriesOf(db, scope, wanted)),
  neighbours: async (scope: Scope, wanted: Parameters<typeof similarMemories>[2]) => {
    const { revision, lastAt, similar } = await reading((db) =>
      similarMemories(db.reading(scope.userId), scope, wanted),
    )
    return { revision, state: { lastAt, neighbours: similar } }
  },
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

/** A write that its own user could not see for long is better refused. */
const reachedUnlessParked =
  ({ isParked, reached }: ServedProgress): Reach['reached'] =>
  async (stream, position, signal) => {
    if (isParked(stream))
      throw new UserParked('an event of this user cannot be applied; it is tried again every minute')
    await reached(position, signal)
  }
