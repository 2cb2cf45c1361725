import { eachOf, inTurns } from '../../../concurrency/steps.js'
import type { ContradictionLessons } from '../../../domain/lesson/decisions.js'
import type { Readers, Scope, WorkspaceScope } from '../../../domain/scope.js'
import { type Claiming, type StatedFact, statedBy } from './statements.js'

/** What waits because of a contradiction, and what it says of one attribute of a subject. */
type InConflict = {
  readonly conflictId: string
  /** The memory of the other agent. */
  readonly existingId: string
  readonly existingVersion: number
  readonly subject: string | null
  readonly attribute: string | null
}

type Wanted = {
  /** The agents that may be contradicted, and which of their memories. */
  readonly others: readonly string[]
  readonly targets: readonly string[]
  /** Of the new texts. */
  readonly hashes: readonly string[]
  readonly room: number
}

/** What became of contradictions between the writer and other agents until now. */
export type FindEarlierContradictions = (
  scope: WorkspaceScope,
  wanted: Wanted,
) => Promise<ContradictionLessons & { readonly waiting: readonly (Claiming & InConflict)[] }>

/** A memory of the writer that waits because of one of the others. */
export type WaitingFact = Pick<StatedFact, 'memoryId' | 'version'> &
  InConflict & { readonly content: string; readonly speaker: string | null; readonly stated: StatedFact | undefined }

export type EarlierContradictions = ContradictionLessons & { readonly waiting: readonly WaitingFact[] }

/** The most new lessons that one ingest tells of contradictions. */
const MOST_NEW_LESSONS = 20

type Held = { readonly memoryId: string; readonly readers: Readers }

/** Asks only where something of another agent is like the new texts. */
export const earlierIn = async (
  { earlierContradictions }: { readonly earlierContradictions: FindEarlierContradictions },
  scope: Scope,
  { held, facts }: { readonly held: readonly Held[]; readonly facts: readonly { readonly textHash: string }[] },
): Promise<EarlierContradictions | undefined> => {
  if (scope.kind === 'user') return undefined
  const theirs = held.filter(({ readers: { agentId } }) => agentId !== null && agentId !== scope.agentId)
  if (theirs.length === 0) return undefined
  const { waiting, ...lessons } = await earlierContradictions(scope, {
    others: [...new Set(theirs.flatMap(({ readers }) => readers.agentId ?? []))],
    targets: [...new Set(theirs.map(({ memoryId }) => memoryId))],
    hashes: [...new Set(facts.map(({ textHash }) => textHash))],
    room: MOST_NEW_LESSONS,
  })
  const stated = await inTurns(eachOf(waiting, statedBy))
  return { ...lessons, waiting: waiting.map((each, i) => ({ ...each, stated: stated[i] })) }
}
