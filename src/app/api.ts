import { setTimeout as pause } from 'node:timers/promises'
import { usageOf } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { EventStore } from '../event-store/event-store.js'
import type { Api, ForOperators, ForOwners, Writes } from '../http/api.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import type { Reading, ServedProgress } from '../projector/generations/serve-generations.js'
import { ProjectorStopped, ReadModelBehind } from '../projector/progress.js'
import type { ReadYourWrites } from '../projector/read-your-writes.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { listUsers, parkedUsers, readAdminActions } from '../queries/admin.js'
import { ownerOfConflict, usersWithExpired } from '../queries/conflict-state.js'
import { countActive, countMemories } from '../queries/count-memories.js'
import { expandMemories, getMemory } from '../queries/get-memories.js'
import { listMemories } from '../queries/list-memories.js'
import { linksOf } from '../queries/memory-links.js'
import { agentState, listAgents, trustHistory } from '../queries/read-agents.js'
import { getConflict, listConflicts } from '../queries/read-conflicts.js'
import { getEntity, listEntities } from '../queries/read-entities.js'
import { getEpisode, listEpisodes } from '../queries/read-episodes.js'
import { recentMutations, summarizeMutations } from '../queries/read-mutations.js'
import { readTrail } from '../queries/read-trail.js'
import type { SearchDependencies } from '../queries/search/context.js'
import { explain } from '../queries/search/explain.js'
import { search } from '../queries/search/search.js'
import { reportHealth, type Watched } from './health.js'
import { createWrites, type WriteDependencies } from './writes.js'

/** What the API of one embedding model is put together from. */
export type ApiDependencies = Omit<WriteDependencies, 'shown' | 'accepting'> &
  Watched &
  Omit<SearchDependencies, 'embedding' | 'banks'> & {
    readonly store: EventStore
    /** Runs a piece of work on the read models that are live when it begins. */
    readonly reading: Reading
    readonly projector: ServedProgress
    readonly provider: EmbeddingProvider
    /** What a write waits for before it is answered, and a read before it begins. */
    readonly readYourWrites: ReadYourWrites
    readonly banks: SearchDependencies['banks']
    readonly recalled: (userId: string, memoryIds: readonly string[]) => void
    /** The read tables that are live, by name. */
    readonly schema: () => string
    readonly limits: WriteDependencies['limits'] & { readonly readWaitMs: number }
  }

/** Joins the two sides, which never import each other: what the edge may ask for, and nothing else. */
export const createApi = (dependencies: ApiDependencies): Api => {
  const { projector, streams, readYourWrites, isLive } = dependencies
  const live = () => {
    if (!isLive()) throw new ReadModelBehind('the read models are being brought up to date')
  }
  const accepting = () => {
    live()
    // A write that no reader could see for long is better refused.
    if (projector.state() === 'stopped') throw new ProjectorStopped('the projector has stopped')
  }
  const { writes, waiting, previewIngest } = createWrites({ ...dependencies, shown: readYourWrites.shown, accepting })
  return {
    ...writes,
    previewIngest,
    ...reads(dependencies),
    ...ownerReads(dependencies),
    ...operatorReads(dependencies, { writersWaiting: waiting, live }),
    ready: async (userId, least = 0n) => {
      live()
      await readYourWrites.ready(streams.bank(userId), least)
    },
    health: () => reportHealth(dependencies),
  }
}

type Reads = Omit<Api, keyof (Writes & ForOwners & ForOperators) | 'previewIngest' | 'ready' | 'health'>

const reads = ({ reading, projector, provider, relatedTerms, banks, recalled, now }: ApiDependencies): Reads => {
  const searching = { embedding: provider, relatedTerms, banks, now }
  /** Counts what an answer shows, off its path. What is read from a log that was replaced may not be in this one. */
  const counted = <Memory extends { readonly id: string }>({ userId }: Scope, shown: readonly Memory[]) => {
    if (projector.fault() instanceof ForeignReadModel) return
    recalled(
      userId,
      shown.map(({ id }) => id),
    )
  }
  return {
    search: async (request, mode) => {
      const answer = await reading((db) => search(db.reading(request.scope.userId), searching, { ...request, mode }))
      counted(request.scope, answer.memories)
      return answer
    },
    explain: (request) => reading((db) => explain(db.reading(request.scope.userId), searching, request)),
    list: (scope, listing) => reading((db) => listMemories(db.reading(scope.userId), scope, listing)),
    get: async (scope, id) => {
      const record = await reading((db) => getMemory(db.reading(scope.userId), scope, id))
      counted(scope, [record])
      return record
    },
    expand: async (scope, ids) => {
      const records = await reading((db) => expandMemories(db.reading(scope.userId), scope, ids))
      counted(scope, records)
      return records
    },
    stats: (scope) => reading((db) => countMemories(db.reading(scope.userId), scope)),
    links: (scope, id) => reading((db) => linksOf(db.reading(scope.userId), scope, id)),
    entities: (scope, wanted) => reading((db) => listEntities(db.reading(scope.userId), scope, wanted)),
    entity: (scope, wanted) => reading((db) => getEntity(db.reading(scope.userId), scope, wanted)),
    trail: (scope, id) => reading((db) => readTrail(db.reading(scope.userId), scope, id)),
    conflicts: (scope, listing) => reading((db) => listConflicts(db.reading(scope.userId), scope, listing)),
    conflict: (scope, id) => reading((db) => getConflict(db.reading(scope.userId), scope, id)),
    ownerOfConflict: (id) => reading((db) => ownerOfConflict(db, id)),
    usersWithExpiredConflicts: (most) => reading((db) => usersWithExpired(db, now(), most)),
  }
}

/** The list of parked users is left out of an answer when the database takes longer. */
const PARKED_TIMEOUT_MS = 2000

/** What the owner of a tenancy asks of it. */
const ownerReads = ({ reading, limits }: ApiDependencies): ForOwners => ({
  usage: async (userId) => usageOf(await reading((db) => countActive(db, userId)), limits.memoryCap),
  mutations: (userId) => reading((db) => summarizeMutations(db, userId)),
  recentMutations: (userId, limit) => reading((db) => recentMutations(db, userId, limit)),
  episodes: (scope, paging) => reading((db) => listEpisodes(db, scope, paging)),
  episode: (scope, id) => reading((db) => getEpisode(db, scope, id)),
  agent: (userId, agentId) => reading((db) => agentState(db.reading(userId), userId, agentId)),
  agents: (scope, paging) => reading((db) => listAgents(db.reading(scope.userId), scope, paging)),
  trustHistory: (userId, wanted) => reading((db) => trustHistory(db.reading(userId), userId, wanted)),
})

type Waiting = {
  readonly writersWaiting: () => number
  /** Throws while the read models cannot be read. */
  readonly live: () => void
}

/** What operators ask, across all users. */
const operatorReads = (
  { reading, projector, store, schema, limits }: ApiDependencies,
  { writersWaiting, live }: Waiting,
): ForOperators => ({
  inside: async () => {
    // Read first: what waits may be gone when the database answers.
    const depths = { appends_waiting: store.waiting(), writers_waiting: writersWaiting() }
    const parked_users = await Promise.race([
      reading(parkedUsers).catch(() => null),
      pause(PARKED_TIMEOUT_MS, null, { ref: false }),
    ])
    return { parked_users, ...depths, generation: schema() }
  },
  adminActions: (paging) => reading((db) => readAdminActions(db, paging)),
  users: (paging) => reading((db) => listUsers(db, paging)),
  shows: async (position) => {
    live()
    if (position > 0n) await projector.reached(position, AbortSignal.timeout(limits.readWaitMs))
  },
})
