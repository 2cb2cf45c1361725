import type { Known } from '../commands/transact.js'
import { OWN_TRUST } from '../domain/agent.js'
import type { Scope, WorkspaceScope } from '../domain/scope.js'
import type { Streams } from '../event-store/event-store.js'
import type { DerivableEpisode } from '../ingest/facts/episode.js'
import type { Reading } from '../projector/generations/serve-generations.js'
import type { BankIndexes } from '../queries/bank-index/bank-indexes.js'
import { bankState } from '../queries/bank-state.js'
import {
  conflictState,
  conflictsAbout,
  conflictsDue,
  type Due,
  ownerOfConflict,
  trustOfAgents,
  usersWithExpired,
} from '../queries/conflict-state.js'
import { allSaying, conversationsOf, pendingSaying, saidIn, seesEpisodes } from '../queries/conversations-of.js'
import { derivableEpisode, lastContents, saidBefore } from '../queries/derivable-episode.js'
import {
  inForceOf,
  knownAbout,
  type NamedEntity,
  type NamingWanted,
  namingMemories,
  nearOfOthers,
} from '../queries/known-about.js'
import { storedTurns } from '../queries/known-turns.js'
import { earlierContradictions, lessonState, lessonsKnown, seenAmong } from '../queries/lesson-state.js'
import { memoriesOf, memoryState, replaceableMemories, restorableWords } from '../queries/memory-state.js'
import { agentState } from '../queries/read-agents.js'
import { type ConflictListing, getConflict, listConflicts } from '../queries/read-conflicts.js'
import { countActive } from '../queries/read-memories.js'
import type { SearchDependencies } from '../queries/search/context.js'
import { knownTexts, similarMemories } from '../queries/similar-memories.js'
import { userNow } from '../queries/user-extent.js'
import {
  compositesOf,
  compositesOfParts,
  derivedFrom,
  extractedWith,
  factsOn,
  turnsBehind,
  wentWith,
} from '../queries/visible-derived.js'
import { pendingBefore, pendingIn } from '../queries/visible-episodes.js'
import { awaitingBefore, awaitingRequest } from '../queries/visible-extraction.js'
import { lessonsOfErased } from '../queries/visible-lessons.js'

type Reads = {
  readonly reading: Reading
  readonly streams: Streams
  readonly banks: Pick<BankIndexes, 'open'> | undefined
  /** Those in force of a user, at most. */
  readonly mostLessons: number
}

/** What decisions are based on: the queries, bound to the read models. */
export const decisionReads = (reads: Reads) => ({
  ...ofMemories(reads),
  ...ofDerived(reads),
  ...ofEpisodes(reads),
  ...ofConflicts(reads),
  ...ofLessons(reads),
})

const ofMemories = ({ reading, streams, banks }: Reads) => ({
  bank: async (stream: string): Promise<Known<string | null>> => {
    const { revision, lastAt } = await reading((db) => bankState(db, stream))
    return { revision, state: lastAt }
  },
  memory: (scope: Scope, id: string) => reading((db) => memoryState(db.reading(scope.userId), scope, id)),
  agent: (userId: string, agentId: string) => reading((db) => agentState(db.reading(userId), userId, agentId)),
  writerTrust: async (scope: Scope) =>
    scope.kind === 'user'
      ? OWN_TRUST
      : (await reading((db) => agentState(db.reading(scope.userId), scope.userId, scope.agentId))).trust,
  restorable: (scope: Scope, wanted: Parameters<typeof restorableWords>[2]) =>
    reading((db) => restorableWords(db.reading(scope.userId), scope, wanted)),
  memories: (scope: Scope, wanted: Parameters<typeof memoriesOf>[2]) => reading((db) => memoriesOf(db, scope, wanted)),
  neighbours: async (scope: Scope, wanted: Omit<Parameters<typeof similarMemories>[2], 'banks'>) => {
    const { revision, lastAt, similar } = await reading((db) =>
      similarMemories(db.reading(scope.userId), scope, { ...wanted, banks }),
    )
    return { revision, state: { lastAt, neighbours: similar } }
  },
  nearOfOthers: (scope: WorkspaceScope, wanted: Parameters<typeof nearOfOthers>[2]) =>
    reading((db) => nearOfOthers(db.reading(scope.userId), scope, wanted)),
  naming: <Name extends NamedEntity>(scope: Scope, wanted: NamingWanted<Name>) =>
    reading((db) => namingMemories(db.reading(scope.userId), scope, wanted)),
  inForce: (scope: Scope, ids: readonly string[]) => reading((db) => inForceOf(db.reading(scope.userId), scope, ids)),
  knownTexts: (scope: Scope, wanted: Omit<Parameters<typeof knownTexts>[2], 'banks'>) =>
    reading((db) => knownTexts(db.reading(scope.userId), scope, { ...wanted, banks })),
  userNow: (userId: string) => reading((db) => userNow(db, userId, streams)),
  active: (userId: string) => reading((db) => countActive(db.reading(userId), userId)),
})

/** What rests on what. */
const ofDerived = ({ reading }: Reads) => ({
  composites: (scope: Scope, wanted: Parameters<typeof compositesOf>[2]) =>
    reading((db) => compositesOf(db, scope, wanted)),
  derived: (scope: Scope, wanted: Parameters<typeof derivedFrom>[2]) => reading((db) => derivedFrom(db, scope, wanted)),
  compositesOfParts: (userId: string, ids: readonly string[]) =>
    reading((db) => compositesOfParts(db.reading(userId), userId, ids)),
  extractedWith: (userId: string, ids: readonly string[]) =>
    reading((db) => extractedWith(db.reading(userId), userId, ids)),
  factsOn: (userId: string, ids: readonly string[]) => reading((db) => factsOn(db.reading(userId), userId, ids)),
  wentWith: (scope: Scope, id: string) => reading((db) => wentWith(db.reading(scope.userId), scope, id)),
  turnsBehind: (userId: string, ids: readonly string[]) =>
    reading((db) => turnsBehind(db.reading(userId), userId, ids)),
})

const ofConflicts = ({ reading, mostLessons }: Reads) => ({
  replaceable: (scope: Scope, asked: Parameters<typeof replaceableMemories>[2]) =>
    reading((db) => replaceableMemories(db.reading(scope.userId), scope, asked)),
  conflict: (scope: Scope, id: string) => reading((db) => conflictState(db.reading(scope.userId), scope, id)),
  conflictsAbout: (userId: string, memoryIds: readonly string[]) =>
    reading((db) => conflictsAbout(db.reading(userId), userId, memoryIds)),
  due: (userId: string, wanted: Due) => reading((db) => conflictsDue(db.reading(userId), userId, wanted)),
  earlierContradictions: (
    scope: WorkspaceScope,
    wanted: Omit<Parameters<typeof earlierContradictions>[2], 'mostLessons'>,
  ) => reading((db) => earlierContradictions(db.reading(scope.userId), scope, { ...wanted, mostLessons })),
  trust: (userId: string, agentIds: readonly string[]) =>
    reading((db) => trustOfAgents(db.reading(userId), userId, agentIds)),
})

/** What callers ask about conflicts, and what the service asks to resolve them by itself. */
export const conflictReads = ({ reading, now }: Pick<Reads, 'reading'> & { readonly now: () => string }) => ({
  conflicts: (scope: Scope, listing: ConflictListing) =>
    reading((db) => listConflicts(db.reading(scope.userId), scope, listing)),
  conflict: (scope: Scope, id: string) => reading((db) => getConflict(db.reading(scope.userId), scope, id)),
  ownerOfConflict: (id: string) => reading((db) => ownerOfConflict(db, id)),
  usersWithExpiredConflicts: (most: number) => reading((db) => usersWithExpired(db, now(), most)),
})

/** What is known that may be about the same as what is told: as a search finds it that asks no provider but for vectors. */
export const knownReads = ({
  reading,
  banks,
  provider: embedding,
  relatedTerms,
  now,
}: Pick<Reads, 'reading'> &
  Pick<SearchDependencies, 'banks' | 'relatedTerms' | 'now'> & {
    readonly provider: SearchDependencies['embedding']
  }) => ({
  knownAbout: (scope: Scope, asked: Omit<Parameters<typeof knownAbout>[2], keyof SearchDependencies>) =>
    reading((db) => knownAbout(db.reading(scope.userId), scope, { ...asked, banks, embedding, relatedTerms, now })),
})

const ofEpisodes = ({ reading }: Reads) => ({
  episode: (userId: string, episodeId: string): Promise<DerivableEpisode | undefined> =>
    reading((db) => derivableEpisode(db.reading(userId), userId, episodeId)),
  saidBefore: (scope: Scope, wanted: Parameters<typeof saidBefore>[2]) =>
    reading((db) => saidBefore(db.reading(scope.userId), scope, wanted)),
  awaitingRequest: (userId: string, requestHash: string) =>
    reading((db) => awaitingRequest(db.reading(userId), userId, requestHash)),
  awaiting: (before: string, most: number) => reading((db) => awaitingBefore(db, before, most)),
  storedTurns: (userId: string, asked: Parameters<typeof storedTurns>[2]) =>
    reading((db) => storedTurns(db.reading(userId), userId, asked)),
  lastContents: (scope: Scope, wanted: Parameters<typeof lastContents>[2]) =>
    reading((db) => lastContents(db.reading(scope.userId), scope, wanted)),
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

const ofLessons = ({ reading, mostLessons: most }: Reads) => ({
  lessonsKnown: (scope: Scope, wanted: Omit<Parameters<typeof lessonsKnown>[2], 'most'>) =>
    reading((db) => lessonsKnown(db.reading(scope.userId), scope, { ...wanted, most })),
  lesson: (scope: Scope, lessonId: string) => reading((db) => lessonState(db.reading(scope.userId), scope, lessonId)),
  seenAmong: (scope: Scope, ids: readonly string[]) => reading((db) => seenAmong(db.reading(scope.userId), scope, ids)),
  lessonsOfErased: (userId: string, ids: readonly string[]) =>
    reading((db) => lessonsOfErased(db.reading(userId), userId, ids)),
})
