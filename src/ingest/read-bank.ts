import { type AttachedDependencies, readAttached } from '../commands/read-attached.js'
import type { FindLessons } from '../commands/report-lesson.js'
import type { Known } from '../commands/transact.js'
import type { ConflictNow } from '../domain/conflict/decisions.js'
import type { TrustOf } from '../domain/conflict/opening.js'
import type { LessonsKnown } from '../domain/lesson/decisions.js'
import type { EarlierContradictions } from '../domain/lesson/of-contradictions.js'
import { type TurnBehind, withoutRepeated } from '../domain/memory/cascade.js'
import type { Around } from '../domain/memory/deciding.js'
import type { Replaceable } from '../domain/memory/replacing.js'
import type { SameWords } from '../domain/memory/same-words.js'
import { isBefore } from '../domain/moment.js'
import type { Quota } from '../domain/quota.js'
import type { Readers, Scope, WorkspaceScope } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import { CLASH_COSINE } from './contest.js'
import type { BankKnown, Forgettable, PreparedIngest } from './context.js'
import { steers } from './events.js'
import { type ForgetDependencies, knownAs, readForgettable, readLastTold, readSaying } from './forgetting.js'
import type { EarlierRead } from './ingest-in-chunks.js'
import { type KnownBefore, knownAsOf, type TranscriptDependencies } from './known-turns.js'
import { bySample, DUPLICATE_COSINE, type FindNeighbours, type Neighbour, tellingsIn } from './neighbours.js'
import { LINK_COSINE } from './prepare-facts.js'
import { type ReplacementDependencies, readReplacements, restatedIn } from './replacing.js'
import { readTakenBack, type TakenBackDependencies } from './taken-back.js'

type ContradictionsAsked = {
  /** The agents that may be contradicted, and which of their memories. */
  readonly others: readonly string[]
  readonly targets: readonly string[]
  /** Of the new texts. */
  readonly hashes: readonly string[]
  readonly room: number
}

export type AroundDependencies = AttachedDependencies & {
  /** How far agents are trusted. */
  readonly trust: (userId: string, agentIds: readonly string[]) => Promise<TrustOf>
  readonly earlierContradictions: (scope: WorkspaceScope, asked: ContradictionsAsked) => Promise<EarlierContradictions>
  readonly conflictsAbout: (userId: string, ids: readonly string[]) => Promise<readonly ConflictNow[]>
}

type Held = { readonly memoryId: string; readonly readers: Readers }

type Deciding = {
  /** What the statements are compared with. */
  readonly held: readonly Held[]
  readonly statements: readonly { readonly textHash: string }[]
  /** The memories that may change, and those of them that wait for clarification. */
  readonly changing: readonly string[]
  readonly waiting: readonly string[]
}

/** The most new lessons that one ingest tells of contradictions. */
const MOST_NEW_LESSONS = 20

/** Reads what is known of the memories that statements may change; of plain ones it asks nothing. */
export const readAround = async (
  parts: AroundDependencies,
  scope: Scope,
  { held, statements, changing, waiting }: Deciding,
): Promise<Around> => {
  const { userId } = scope
  const conflicts = waiting.length === 0 ? [] : await parts.conflictsAbout(userId, waiting)
  const replaced = conflicts.flatMap((each) => each.replaced.map(({ memoryId }) => memoryId))
  const [ofOthers, attached] = await Promise.all([
    readOthers(parts, scope, { held, statements }),
    readAttached(parts, userId, [...changing, ...replaced]),
  ])
  return { ...ofOthers, ...attached, conflicts }
}

/** How far the agents of these memories are trusted, and what they and the writer have contradicted before. */
const readOthers = async (
  { trust, earlierContradictions }: AroundDependencies,
  scope: Scope,
  { held, statements }: Pick<Deciding, 'held' | 'statements'>,
): Promise<Pick<Around, 'trust' | 'earlier'>> => {
  if (scope.kind === 'user') return {}
  const theirs = held.flatMap(({ memoryId, readers: { agentId } }) =>
    agentId === null || agentId === scope.agentId ? [] : { memoryId, agentId },
  )
  if (theirs.length === 0) return {}
  const others = [...new Set(theirs.map(({ agentId }) => agentId))]
  const [trusted, earlier] = await Promise.all([
    trust(scope.userId, [scope.agentId, ...others]),
    earlierContradictions(scope, {
      others,
      targets: [...new Set(theirs.map(({ memoryId }) => memoryId))],
      hashes: [...new Set(statements.map(({ textHash }) => textHash))],
      room: MOST_NEW_LESSONS,
    }),
  ])
  return { trust: trusted, earlier }
}

/** Those that were found to be near enough to say the same, or the contrary. */
export const comparedIn = (neighbours: readonly Neighbour[]): readonly Held[] =>
  neighbours.flatMap(({ id, claim }) => (claim === undefined ? [] : [{ memoryId: id, readers: claim.readers }]))

/** What is read before an ingest is decided. */
export type ReadDependencies = TranscriptDependencies &
  ReplacementDependencies &
  ForgetDependencies &
  TakenBackDependencies &
  AroundDependencies & {
    readonly neighbours: FindNeighbours
    readonly lessonsKnown: FindLessons
    /** How far the writer is trusted, 0 to 1. */
    readonly writerTrust: (scope: Scope) => Promise<number>
    readonly quota: Quota
    /** How many active memories the user has, in all scopes. */
    readonly active: (userId: string) => Promise<number>
  }

/** With the user's active memories in all scopes (0 where they are not counted), and what was ingested before by now. */
export type IngestKnown = BankKnown & { readonly active: number; readonly now: KnownBefore }

/**
 * Reads what the decision of an ingest is based on. The revision comes first, so what is read after it is never older.
 * With an earlier read, what is like the facts is not looked for again while only the ingest itself has written.
 */
export const bankReader = (
  dependencies: ReadDependencies,
  { ingest, before }: { readonly ingest: PreparedIngest; readonly before: KnownBefore },
) => {
  const { request, readers, facts } = ingest
  const { scope } = request
  const stream = dependencies.streams.bank(scope.userId)
  // In a workspace also what another agent says in nearly the same words is compared.
  const claimed = scope.kind === 'user' ? DUPLICATE_COSINE : CLASH_COSINE
  const wanted = { stream, readers, samples: facts, cosine: LINK_COSINE, claimed }
  const lookUp = async (): Promise<Known<BankKnown>> => {
    const { revision, state } = await dependencies.neighbours(scope, wanted)
    const restated = restatedIn(request, ingest)
    const [trust, replacements, forgettable, takenBack, steering] = await Promise.all([
      dependencies.writerTrust(scope),
      readReplacements(dependencies, scope, { facts, restated }),
      readForgettable(dependencies, ingest),
      readTakenBack(dependencies, ingest),
      readSteering(dependencies, ingest),
    ])
    const replaceable = replacements?.replaceable ?? []
    const saying = await readSaying(dependencies, ingest, forgettable)
    const again = saidAgain(ingest, state.neighbours)
    const lastTold = await readLastTold(dependencies, ingest, [...forgettable, ...saying, ...again])
    const { behind, ...around } = await readAround(dependencies, scope, {
      held: [...comparedIn(state.neighbours), ...replaceable],
      statements: facts,
      ...changingIn(ingest, { replaceable, forgettable, saying, again }),
    })
    const known = { ...around, behind: turnsMeant(ingest, behind) }
    const read = { trust, steering, around: known, replacements, forgettable, saying, lastTold, takenBack }
    return { revision, state: { ...state, ...read } }
  }
  return async (earlier?: EarlierRead<BankKnown>): Promise<Known<IngestKnown>> => {
    const { revision, state } = (await stillKnown(dependencies, stream, earlier)) ?? (await lookUp())
    const active = dependencies.quota.enforced ? await dependencies.active(scope.userId) : 0
    const now = await knownAsOf(dependencies, request, { before, revision })
    return { revision, state: { ...state, active, now } }
  }
}

/** Asks only where there is something to tell: an ingest of plain text costs no statement more. */
const readSteering = async (
  { lessonsKnown }: Pick<ReadDependencies, 'lessonsKnown'>,
  { facts, request: { scope, sourceSite } }: PreparedIngest,
): Promise<LessonsKnown | undefined> =>
  facts.some(steers)
    ? lessonsKnown(scope, { cause: { lessonType: 'injection_blocked', sourceSite }, among: [] })
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

type Changing = {
  readonly again: readonly Target[]
  readonly replaceable: readonly Replaceable[]
  readonly forgettable: readonly Forgettable[]
  readonly saying: readonly SameWords[]
}

/** The memories that may change, and those of them that wait or that conflicts may be about. */
const changingIn = (ingest: PreparedIngest, { replaceable, forgettable, saying, again }: Changing) => {
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
  { bank }: Pick<ReadDependencies, 'bank'>,
  stream: string,
  earlier: EarlierRead<BankKnown> | undefined,
): Promise<Known<BankKnown> | undefined> => {
  if (earlier === undefined) return undefined
  const { known, appended } = earlier
  const { revision, state: lastAt } = await bank(stream)
  const before = known.revision === 'no-stream' ? -1n : known.revision
  return revision === before + BigInt(appended) ? { revision, state: { ...known.state, lastAt } } : undefined
}
