import type { Known } from '../commands/transact.js'
import { OWN_TRUST } from '../domain/agent.js'
import type { Scope, WorkspaceScope } from '../domain/scope.js'
import type { Streams } from '../event-store/event-store.js'
import type { Database } from '../postgres/database.js'
import type { Reading } from '../projector/generations/serve-generations.js'
import type { BankIndexes } from '../queries/bank-index/bank-indexes.js'
import { bankState } from '../queries/bank-state.js'
import { conflictState, conflictsAbout, conflictsDue, trustOfAgents } from '../queries/conflict-state.js'
import { derivableEpisode, lastContents, saidBefore } from '../queries/derivable-episode.js'
import { storedTurns } from '../queries/known-turns.js'
import { deletedWords, erasedAt, knownWords, wordsOf } from '../queries/known-words.js'
import { earlierContradictions, lessonState, lessonsKnown, seenAmong } from '../queries/lesson-state.js'
import {
  forgettable,
  memoriesOf,
  memoryState,
  replaceableMemories,
  restorableWords,
  tellingsToRemove,
  visibleAmong,
} from '../queries/memory-state.js'
import { agentState } from '../queries/read-agents.js'
import { countActive } from '../queries/read-memories.js'
import { memoriesSaying } from '../queries/same-words.js'
import { similarMemories } from '../queries/similar-memories.js'
import { userNow } from '../queries/user-extent.js'
import {
  compositesOfParts,
  derivedFrom,
  extractedWith,
  factsOn,
  turnsBehind,
  wentWith,
} from '../queries/visible-derived.js'
import {
  allSaying,
  conversationsOf,
  pendingBefore,
  pendingIn,
  pendingSaying,
  saidIn,
  seesEpisodes,
} from '../queries/visible-episodes.js'
import { awaitingBefore, awaitingRequest } from '../queries/visible-extraction.js'
import { lessonsOfErased } from '../queries/visible-lessons.js'
import { lastTold } from '../queries/visible-tellings.js'
import type { SearchDependencies } from '../search/dependencies.js'
import { inForceOf, knownAbout } from '../search/known-about.js'

type Reads = {
  readonly reading: Reading
  readonly streams: Streams
  readonly banks: Pick<BankIndexes, 'openFor'> | undefined
  /** Those in force of a user, at most. */
  readonly mostLessons: number
}

type Query<Asked extends readonly unknown[], Answer> = (db: Database, ...asked: Asked) => Promise<Answer>

/** Binds a query to the read models that are live when it is asked. */
export const bound =
  (reading: Reading) =>
  <Asked extends readonly unknown[], Answer>(query: Query<Asked, Answer>) =>
  (...asked: Asked): Promise<Answer> =>
    reading((db) => query(db, ...asked))

/** The same for queries about one user or scope, which the embedded database answers while it writes for other users. */
export const boundToUser =
  (reading: Reading) =>
  <Whose extends Scope | string, Asked extends readonly unknown[], Answer>(
    query: (db: Database, whose: Whose, ...asked: Asked) => Promise<Answer>,
  ) =>
  (whose: Whose, ...asked: Asked): Promise<Answer> =>
    reading((db) => query(db.reading(typeof whose === 'string' ? whose : whose.userId), whose, ...asked))

/** What decisions are based on: the queries, bound to the read models. */
export const decisionReads = (reads: Reads) => ({
  ...ofMemories(reads),
  ...ofDerived(reads),
  ...ofEpisodes(reads),
  ...ofConflicts(reads),
  ...ofLessons(reads),
})

const ofMemories = ({ reading, streams, banks }: Reads) => {
  const ofUser = boundToUser(reading)
  const agent = ofUser(agentState)
  const neighbours = ofUser(similarMemories)
  return {
    bank: async (stream: string): Promise<Known<string | null>> => {
      const { revision, lastAt } = await reading((db) => bankState(db, stream))
      return { revision, state: lastAt }
    },
    memory: ofUser(memoryState),
    memoriesSaying: ofUser(memoriesSaying),
    agent,
    writerTrust: async (scope: Scope) =>
      scope.kind === 'user' ? OWN_TRUST : (await agent(scope.userId, scope.agentId)).trust,
    restorable: ofUser(restorableWords),
    memories: bound(reading)(memoriesOf),
    visibleAmong: ofUser(visibleAmong),
    tellingsToRemove: bound(reading)(tellingsToRemove),
    neighbours: async (scope: Scope, wanted: Omit<Parameters<typeof neighbours>[1], 'banks'>) => {
      const { revision, lastAt, similar } = await neighbours(scope, { ...wanted, banks })
      return { revision, state: { lastAt, neighbours: similar } }
    },
    inForce: ofUser(inForceOf),
    knownWords: ofUser(knownWords),
    deletedWords: ofUser(deletedWords),
    lastTold: ofUser(lastTold),
    erasedAt: ofUser(erasedAt),
    wordsOf: ofUser(wordsOf),
    userNow: (userId: string) => reading((db) => userNow(db, userId, streams)),
    active: ofUser(countActive),
  }
}

const ofDerived = ({ reading }: Reads) => {
  const ofUser = boundToUser(reading)
  return {
    derived: ofUser(derivedFrom),
    compositesOfParts: ofUser(compositesOfParts),
    extractedWith: ofUser(extractedWith),
    factsOn: ofUser(factsOn),
    wentWith: ofUser(wentWith),
    turnsBehind: ofUser(turnsBehind),
  }
}

const ofConflicts = ({ reading, mostLessons }: Reads) => {
  const ofUser = boundToUser(reading)
  const earlier = ofUser(earlierContradictions)
  return {
    replaceable: ofUser(replaceableMemories),
    conflict: ofUser(conflictState),
    conflictsAbout: ofUser(conflictsAbout),
    due: ofUser(conflictsDue),
    earlierContradictions: (scope: WorkspaceScope, wanted: Omit<Parameters<typeof earlier>[1], 'mostLessons'>) =>
      earlier(scope, { ...wanted, mostLessons }),
    trust: ofUser(trustOfAgents),
  }
}

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

const ofEpisodes = ({ reading }: Reads) => {
  const [ofUser, ofAny] = [boundToUser(reading), bound(reading)]
  return {
    episode: ofUser(derivableEpisode),
    saidBefore: ofUser(saidBefore),
    awaitingRequest: ofUser(awaitingRequest),
    awaiting: ofAny(awaitingBefore),
    storedTurns: ofUser(storedTurns),
    lastContents: ofUser(lastContents),
    forgettable: ofUser(forgettable),
    pending: ofUser(pendingIn),
    unfinished: ofAny(pendingBefore),
    allSaying: ofAny(allSaying),
    saidIn: ofAny(saidIn),
    pendingSaying: ofAny(pendingSaying),
    conversations: ofAny(conversationsOf),
    seesEpisodes: ofAny(seesEpisodes),
  }
}

const ofLessons = ({ reading, mostLessons: most }: Reads) => {
  const ofUser = boundToUser(reading)
  const known = ofUser(lessonsKnown)
  return {
    lessonsKnown: (scope: Scope, wanted: Omit<Parameters<typeof known>[1], 'most'>) =>
      known(scope, { ...wanted, most }),
    lesson: ofUser(lessonState),
    seenAmong: ofUser(seenAmong),
    lessonsOfErased: ofUser(lessonsOfErased),
  }
}
