import { setTimeout as pause } from 'node:timers/promises'
import { keptSince } from '../commands/forget-recalls.js'
import type { Recalls } from '../commands/record-recalls.js'
import { version } from '../config/package-info.js'
import { usageOf } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { EventStore } from '../event-store/event-store.js'
import type { Api } from '../http/api.js'
import { type Database, type Reading, readUser } from '../postgres/database.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import type { ServedProgress } from '../projector/generations/serve-generations.js'
import { ProjectorStopped, ReadModelBehind } from '../projector/progress.js'
import type { ReadYourWrites } from '../projector/read-your-writes.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { listUsers } from '../queries/admin.js'
import { ownerOfConflict, usersWithExpired } from '../queries/conflict-state.js'
import { agentState, listAgents, trustHistory } from '../queries/read-agents.js'
import { getConflict, listConflicts } from '../queries/read-conflicts.js'
import { getEntity, listEntities } from '../queries/read-entities.js'
import { getEpisode, listEpisodes } from '../queries/read-episodes.js'
import { countLessons, listLessons } from '../queries/read-lessons.js'
import {
  countActive,
  countMemories,
  expandMemories,
  getMemory,
  linksOf,
  listMemories,
  sessionsOf,
} from '../queries/read-memories.js'
import { listTellings } from '../queries/read-tellings.js'
import { readTrail, readTrails, recentMutations, summarizeMutations } from '../queries/visible-trail.js'
import type { SearchDependencies } from '../search/dependencies.js'
import { explain } from '../search/explain.js'
import { rankingsOf, receiptOf } from '../search/receipt.js'
import { search } from '../search/search.js'
import { getRecall, recallsOfMemory } from '../search/visible-recalls.js'
import { tellingAlsoLost } from './also-lost.js'
import { createReadiness, type logChanges, operatorReads, reportHealth, type Watched } from './health.js'
import { createWrites, type WriteDependencies } from './writes.js'

/** What the API of one embedding model is put together from. */
export type ApiDependencies = Omit<WriteDependencies, 'shown' | 'accepting' | 'recallsShown'> &
  Watched &
  Omit<SearchDependencies, 'embedding' | 'banks'> & {
    readonly store: EventStore
    /** Runs a piece of work on the read models that are live when it begins. */
    readonly reading: Reading
    readonly projector: ServedProgress
    readonly provider: EmbeddingProvider
    /** What a write waits for before it is answered, and a read before it begins. */
    readonly readYourWrites: ReadYourWrites
    readonly banks: WriteDependencies['banks']
    readonly recalls: Pick<Recalls, 'recalled' | 'answered' | 'settled'>
    /** The read tables that are live, by name. */
    readonly schema: () => string
    /** Logs that the health of the service, or whether reads are served, has changed. */
    readonly noted: {
      readonly health: ReturnType<typeof logChanges>
      readonly readiness: ReturnType<typeof logChanges>
    }
    readonly limits: WriteDependencies['limits'] & { readonly readWaitMs: number }
  }

/** Joins the two sides: what the edges may ask for, and the work in the background. */
export const createApi = (dependencies: ApiDependencies): Api & Upkeep => {
  const { projector, reading, streams, readYourWrites, isLive, now, noted } = dependencies
  const readiness = createReadiness(dependencies)
  const live = () => {
    if (!isLive()) throw new ReadModelBehind('the read models are being brought up to date')
  }
  const accepting = () => {
    live()
    // A write that no reader could see for long is better refused.
    if (projector.state() === 'stopped') throw new ProjectorStopped('the projector has stopped')
  }
  const { waiting, ...commands } = createWrites({
    ...dependencies,
    shown: readYourWrites.shown,
    accepting,
    recallsShown: (userId) => recallsShown(dependencies, userId),
  })
  const { ofIngest, ofCorrection } = tellingAlsoLost(reading)
  return {
    ...commands,
    ingest: ofIngest(commands.ingest),
    update: ofCorrection(commands.update),
    ...queries(reading),
    ...searches(dependencies),
    ...recallReads(dependencies),
    ...operatorReads(dependencies, { writersWaiting: waiting, live }),
    usage: async (userId) => usageOf(await reading((db) => countActive(db, userId)), dependencies.limits.memoryCap),
    ready: async (userId, least = 0n) => {
      live()
      await readYourWrites.ready(streams.bank(userId), least)
    },
    health: async () => noted.health(await reportHealth(dependencies)),
    readiness: async () => noted.readiness(await readiness()),
    usersWithExpiredConflicts: (most) => reading((db) => usersWithExpired(db, now(), most)),
  }
}

/** What the work in the background asks for. */
export type Upkeep = Omit<ReturnType<typeof createWrites>, keyof Api | 'waiting'> & {
  /** Users that have expired conflicts, so many at most. */
  readonly usersWithExpiredConflicts: (most: number) => Promise<readonly string[]>
}

type Query<Rest extends readonly unknown[], Answer> = (db: Database, ...asked: Rest) => Promise<Answer>

/** Binds a query to the read models that are live when it is asked. */
const bound =
  (reading: Reading) =>
  <Rest extends readonly unknown[], Answer>(query: Query<Rest, Answer>) =>
  (...asked: Rest): Promise<Answer> =>
    reading((db) => query(db, ...asked))

/** The same for queries about one user or scope, which the embedded database answers while it writes for other users. */
const boundToUser =
  (reading: Reading) =>
  <Whose extends Scope | string, Rest extends readonly unknown[], Answer>(
    query: (db: Database, whose: Whose, ...asked: Rest) => Promise<Answer>,
  ) =>
  (whose: Whose, ...asked: Rest): Promise<Answer> =>
    readUser(reading, typeof whose === 'string' ? whose : whose.userId, (db) => query(db, whose, ...asked))

const queries = (reading: Reading) => {
  const [ofUser, ofAny] = [boundToUser(reading), bound(reading)]
  return {
    list: ofUser(listMemories),
    sessions: ofUser(sessionsOf),
    stats: ofUser(countMemories),
    trail: ofUser(readTrail),
    trails: ofUser(readTrails),
    links: ofUser(linksOf),
    tellings: ofUser(listTellings),
    entities: ofUser(listEntities),
    entity: ofUser(getEntity),
    lessons: ofUser(listLessons),
    lessonStatistics: ofUser(countLessons),
    conflicts: ofUser(listConflicts),
    conflict: ofUser(getConflict),
    ownerOfConflict: ofAny(ownerOfConflict),
    mutations: ofAny(summarizeMutations),
    recentMutations: ofAny(recentMutations),
    episodes: ofAny(listEpisodes),
    episode: ofAny(getEpisode),
    agent: ofUser(agentState),
    agents: ofUser(listAgents),
    trustHistory: ofUser(trustHistory),
    users: ofAny(listUsers),
  }
}

/** What counts as a recall of the memories that it shows. */
const searches = (dependencies: ApiDependencies): Pick<Api, 'search' | 'explain' | 'get' | 'expand'> => {
  const { reading, projector, provider: embedding, recalls } = dependencies
  const { embeddingGuard, relatedTerms, banks, now, reranker, expander, rephraser } = dependencies
  const searching = { embedding, embeddingGuard, relatedTerms, banks, now, reranker, expander, rephraser }
  const ofUser = boundToUser(reading)
  const [record, records] = [ofUser(getMemory), ofUser(expandMemories)]
  const rankings = rankingsOf(searching, version)
  /** What is read from a log that was replaced may not be in this one. */
  const isForeign = () => projector.fault() instanceof ForeignReadModel
  /** Counts what an answer shows, off its path. */
  const counted = ({ userId }: Scope, shown: readonly { readonly id: string }[]) => {
    if (!isForeign())
      recalls.recalled(
        userId,
        shown.map(({ id }) => id),
      )
  }
  return {
    search: async (request, mode) => {
      const { userId } = request.scope
      const known = { mode, embedding, position: projector.position(), ranking: rankings[mode] }
      const answer = await reading((db) => search(db.reading(userId), searching, { ...request, mode }))
      counted(request.scope, answer.memories)
      const recall_id = isForeign() ? undefined : recalls.answered(userId, () => receiptOf(request, answer, known))
      return { ...answer, ...(recall_id === undefined ? {} : { recall_id }) }
    },
    explain: (request) => reading((db) => explain(db.reading(request.scope.userId), searching, request)),
    get: async (scope, id) => {
      const found = await record(scope, id)
      counted(scope, [found])
      return found
    },
    expand: async (scope, ids) => {
      const found = await records(scope, ids)
      counted(scope, found)
      return found
    },
  }
}

/** Receipts of searches. What this process has not written yet is written first, and shown. */
const recallReads = (dependencies: ApiDependencies): Pick<Api, 'recall' | 'recallsOf'> => {
  const { reading, limits, now } = dependencies
  const since = () => keptSince({ now, retentionDays: limits.recalls.retentionDays })
  return {
    recall: async (scope, id) => {
      await recallsShown(dependencies, scope.userId)
      return reading((db) => getRecall(db.reading(scope.userId), scope, { id, since: since() }))
    },
    recallsOf: async (scope, request) => {
      await recallsShown(dependencies, scope.userId)
      return reading((db) => recallsOfMemory(db.reading(scope.userId), scope, { ...request, since: since() }))
    },
  }
}

/** While the log takes nothing, what is written already can be read all the same. */
const recallsShown = async ({ recalls, readYourWrites, streams, limits }: ApiDependencies, userId: string) => {
  const late = pause(limits.readWaitMs, 0n, { ref: false })
  await readYourWrites.ready(streams.recall(userId), await Promise.race([recalls.settled(userId), late]))
}
