import type { FactsDependencies } from '../commands/delete-memories.js'
import type { ConflictNow } from '../domain/conflict/decisions.js'
import type { TrustOf } from '../domain/conflict/opening.js'
import type { EarlierContradictions } from '../domain/lesson/of-contradictions.js'
import type { Around, MadeOf } from '../domain/memory/deciding.js'
import type { TurnBehind } from '../domain/memory/turns-behind.js'
import type { Readers, Scope, WorkspaceScope } from '../domain/scope.js'
import type { Neighbour } from './find-neighbours.js'
import { statementsIn } from './statements-in.js'

type ContradictionsAsked = {
  /** The agents that may be contradicted, and which of their memories. */
  readonly others: readonly string[]
  readonly targets: readonly string[]
  /** Of the new texts. */
  readonly hashes: readonly string[]
  readonly room: number
}

export type AroundDependencies = FactsDependencies & {
  /** How far agents are trusted. */
  readonly trust: (userId: string, agentIds: readonly string[]) => Promise<TrustOf>
  readonly earlierContradictions: (scope: WorkspaceScope, asked: ContradictionsAsked) => Promise<EarlierContradictions>
  /** The composites that are made of one of these memories, and of which. */
  readonly compositesOfParts: (userId: string, ids: readonly string[]) => Promise<readonly MadeOf[]>
  /** The turns in force that these facts rest on, with all that rests on them. */
  readonly turnsBehind: (
    userId: string,
    factIds: readonly string[],
  ) => Promise<readonly (Omit<TurnBehind, 'statements'> & { readonly text: string })[]>
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
  const [ofOthers, composites, facts, behind, conflicts] = await Promise.all([
    readOthers(parts, scope, { held, statements }),
    changing.length === 0 ? [] : parts.compositesOfParts(userId, changing),
    changing.length === 0 ? [] : parts.factsOn(userId, changing),
    changing.length === 0 ? [] : parts.turnsBehind(userId, changing),
    waiting.length === 0 ? [] : parts.conflictsAbout(userId, waiting),
  ])
  const turns = behind.map(({ text, ...turn }) => ({ ...turn, statements: statementsIn(text) }))
  return { ...ofOthers, composites, facts, behind: turns, conflicts }
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
