import { readAttached } from '../commands/read-attached.js'
import type { Known } from '../commands/transact.js'
import type { LessonsKnown } from '../domain/lesson/decisions.js'
import { type TurnBehind, withoutRepeated } from '../domain/memory/cascade.js'
import type { RelatedMemories } from '../domain/memory/deciding.js'
import type { Replaceable } from '../domain/memory/replacing.js'
import type { SameWords } from '../domain/memory/same-words.js'
import { isBefore } from '../domain/moment.js'
import type { Quota } from '../domain/quota.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import type { StreamName } from '../event-store/event-store.js'
import type { MemoryIndexes } from '../memory-index/memory-indexes.js'
import { type Neighbour, similarMemories } from '../memory-index/similar-memories.js'
import { type Database, readUser } from '../postgres/database.js'
import { bankState } from '../queries/bank-state.js'
import { conflictsAbout } from '../queries/conflict-state.js'
import { earlierContradictions, lessonsKnown } from '../queries/lesson-state.js'
import type { Forgettable } from '../queries/memory-state.js'
import { trustOf, writerTrust } from '../queries/read-agents.js'
import { countActive } from '../queries/read-memories.js'
import { CLASH_COSINE } from './contest.js'
import type { BankKnown, PreparedIngest } from './context.js'
import { bySample, DUPLICATE_COSINE, tellingsIn } from './duplicates.js'
import { steers } from './events.js'
import { knownAs, readForgettable, readLastTold, readSaying } from './forgetting.js'
import type { EarlierRead } from './ingest-in-chunks.js'
import { type KnownBefore, knownAsOf, type TranscriptDependencies } from './new-turns.js'
import { LINK_COSINE } from './prepare-facts.js'
import { readReplacements, restatedIn } from './replacing.js'
import { readTakenBack } from './taken-back.js'

type ComparedMemory = { readonly memoryId: string; readonly readers: Readers }

type ChangedMemories = {
  /** What the statements are compared with. */
  readonly held: readonly ComparedMemory[]
  readonly statements: readonly { readonly textHash: string }[]
  /** The memories that may change, and those of them that wait for clarification. */
  readonly changing: readonly string[]
  readonly waiting: readonly string[]
  /** How many lessons of a user are in force at once. */
  readonly mostLessons: number
}

/** The most new lessons that one ingest tells of contradictions. */
const MOST_NEW_LESSONS = 20

/** Reads what is known of the memories that statements may change; of plain ones it asks nothing. */
export const readAround = async (
  db: Database,
  scope: Scope,
  { held, statements, changing, waiting, mostLessons }: ChangedMemories,
): Promise<RelatedMemories> => {
  const { userId } = scope
  const conflicts = waiting.length === 0 ? [] : await conflictsAbout(db, userId, waiting)
  const replaced = conflicts.flatMap((each) => each.replaced.map(({ memoryId }) => memoryId))
  const [ofOthers, attached] = await Promise.all([
    readOthers(db, scope, { held, statements, mostLessons }),
    readAttached(db, userId, [...changing, ...replaced]),
  ])
  return { ...ofOthers, ...attached, conflicts }
}

/** How far the agents of these memories are trusted, and what they and the writer have contradicted before. */
const readOthers = async (
  db: Database,
  scope: Scope,
  { held, statements, mostLessons }: Pick<ChangedMemories, 'held' | 'statements' | 'mostLessons'>,
): Promise<Pick<RelatedMemories, 'trust' | 'earlier'>> => {
  if (scope.kind === 'user') return {}
  const theirs = held.flatMap(({ memoryId, readers: { agentId } }) =>
    agentId === null || agentId === scope.agentId ? [] : { memoryId, agentId },
  )
  if (theirs.length === 0) return {}
  const others = [...new Set(theirs.map(({ agentId }) => agentId))]
  const [trusted, earlier] = await Promise.all([
    trustOf(db, scope.userId, { agentIds: [scope.agentId, ...others] }),
    earlierContradictions(db, scope, {
      others,
      targets: [...new Set(theirs.map(({ memoryId }) => memoryId))],
      hashes: [...new Set(statements.map(({ textHash }) => textHash))],
      room: MOST_NEW_LESSONS,
      mostLessons,
    }),
  ])
  return { trust: trusted, earlier }
}

/** Those that were found to be near enough to say the same, or the contrary. */
export const comparedIn = (neighbours: readonly Neighbour[]): readonly ComparedMemory[] =>
  neighbours.flatMap(({ id, claim }) => (claim === undefined ? [] : [{ memoryId: id, readers: claim.readers }]))

/** What is read before an ingest is decided. */
export type ReadDependencies = TranscriptDependencies & {
  /** The memories of each user in memory; without it vectors are compared in the database. */
  readonly banks: Pick<MemoryIndexes, 'openFor'> | undefined
  /** How many lessons of a user are in force at once. */
  readonly mostLessons: number
  readonly quota: Quota
}

/** With the user's active memories in all scopes (0 where they are not counted), and what was ingested before by now. */
export type IngestKnown = BankKnown & { readonly active: number; readonly now: KnownBefore }

/**
 * Reads what the decision of an ingest is based on. The revision comes first, so what is read after it is never older.
 * With an earlier read, what is like the facts is not looked for again while only the ingest itself has written.
 */
export const readBank = (
  parts: ReadDependencies,
  { ingest, before }: { readonly ingest: PreparedIngest; readonly before: KnownBefore },
  earlier?: EarlierRead<BankKnown>,
): Promise<Known<IngestKnown>> => {
  const { userId } = ingest.request.scope
  return readUser(parts.reading, userId, async (db) => {
    const stream = parts.streams.bank(userId)
    const { revision, state } = (await stillKnown(db, stream, earlier)) ?? (await readAll(db, parts, ingest))
    const active = parts.quota.enforced ? await countActive(db, userId) : 0
    const now = await knownAsOf(db, parts, { userId, before, revision })
    return { revision, state: { ...state, active, now } }
  })
}

const readAll = async (db: Database, parts: ReadDependencies, ingest: PreparedIngest): Promise<Known<BankKnown>> => {
  const { request, facts, mayEcho } = ingest
  const { scope } = request
  const {
    revision,
    lastAt,
    similar: neighbours,
    holding,
  } = await similarMemories(db, scope, {
    banks: parts.banks,
    stream: parts.streams.bank(scope.userId),
    readers: ingest.readers,
    samples: facts,
    cosine: LINK_COSINE,
    claimed: claimedFrom(scope),
    held: mayEcho,
  })
  const [trust, replacements, forgettable, takenBack, steering] = await Promise.all([
    writerTrust(db, scope),
    readReplacements(db, scope, { facts, restated: restatedIn(request, ingest) }),
    readForgettable(db, ingest),
    readTakenBack(db, parts.keyedHashes, ingest),
    readSteering(db, ingest, parts.mostLessons),
  ])
  const replaceable = replacements?.replaceable ?? []
  const saying = await readSaying(db, ingest, forgettable)
  const again = saidAgain(ingest, neighbours)
  const lastTold = await readLastTold(db, ingest, [...forgettable, ...saying, ...again])
  const { behind, ...around } = await readAround(db, scope, {
    held: [...comparedIn(neighbours), ...replaceable],
    statements: facts,
    mostLessons: parts.mostLessons,
    ...changingIn(ingest, { replaceable, forgettable, saying, again }),
  })
  const known = { ...around, behind: turnsMeant(ingest, behind) }
  const read = { trust, steering, around: known, replacements, forgettable, saying, lastTold, takenBack }
  return { revision, state: { lastAt, neighbours, holding, ...read } }
}

/** From this cosine on it is read what memories say. In a workspace another agent may say it in nearly the same words. */
export const claimedFrom = ({ kind }: Scope): number => (kind === 'user' ? DUPLICATE_COSINE : CLASH_COSINE)

/** Asks only where there is something to tell: an ingest of plain text costs no statement more. */
const readSteering = async (
  db: Database,
  { facts, request: { scope, sourceSite } }: PreparedIngest,
  most: number,
): Promise<LessonsKnown | undefined> =>
  facts.some(steers)
    ? lessonsKnown(db, scope, { cause: { lessonType: 'injection_blocked', sourceSite }, among: [], most })
    : undefined

/** What requests to forget may mean of what is said again before them. */
const saidAgain = (ingest: PreparedIngest, neighbours: readonly Neighbour[]): readonly Target[] => {
  const { facts, readers } = ingest
  if (!facts.some(({ forgets }) => forgets)) return []
  return [...knownAs(ingest, tellingsIn(facts, readers, bySample(neighbours))).values()].flatMap((each) => each ?? [])
}

/** Turns with the same words as one behind a fact go with it, unless they were said after what takes it back. */
const turnsMeant = ({ facts, request }: PreparedIngest, behind: readonly TurnBehind[]): readonly TurnBehind[] => {
  const times = facts.flatMap(({ forgets, replacement, given }) => (given && (forgets || replacement) ? given : []))
  return (request.onlyThis ? withoutRepeated(behind) : behind).filter(
    ({ repeatedAt }) => repeatedAt === undefined || times.every((time) => !isBefore(time, repeatedAt)),
  )
}

type MeantMemories = {
  readonly again: readonly Target[]
  readonly replaceable: readonly Replaceable[]
  readonly forgettable: readonly Forgettable[]
  readonly saying: readonly SameWords[]
}

/** The memories that may change, and those of them that wait or that conflicts may be about. */
const changingIn = (ingest: PreparedIngest, { replaceable, forgettable, saying, again }: MeantMemories) => {
  const { edited, request } = ingest
  const made = edited.flatMap((message) => message.made)
  const contested = request.scope.kind === 'user' ? [] : [...forgettable, ...saying]
  const waiting = [
    ...replaceable.filter(({ status }) => status === 'needs_clarification'),
    ...made.filter(({ isWaiting }) => isWaiting),
    ...contested,
  ]
  return {
    changing: [...replaceable, ...forgettable, ...saying, ...again, ...made].map(({ memoryId }) => memoryId),
    waiting: waiting.map(({ memoryId }) => memoryId),
  }
}

/** Only the ingest itself has written since: what was found then is what would be found now. */
const stillKnown = async (
  db: Database,
  stream: StreamName,
  earlier: EarlierRead<BankKnown> | undefined,
): Promise<Known<BankKnown> | undefined> => {
  if (earlier === undefined) return undefined
  const { known, appended } = earlier
  const { revision, lastAt } = await bankState(db, stream)
  const before = known.revision === 'no-stream' ? -1n : known.revision
  return revision === before + BigInt(appended) ? { revision, state: { ...known.state, lastAt } } : undefined
}
