import { eachOf, inTurns } from '../../../concurrency/steps.js'
import type { Lesson } from '../../../domain/lesson/events.js'
import type { Readers, Scope, WorkspaceScope } from '../../../domain/scope.js'
import { type Claiming, type StatedFact, statedBy } from './statements.js'

/** An agent that is warned, and the lesson that it has of the same cause. */
type Warned = { readonly warned: string; readonly same: Lesson }

/** What waits because of a contradiction, and what it says of one attribute of a subject. */
type InConflict = {
  readonly conflictId: string
  /** The memory of the other agent. */
  readonly existingId: string
  readonly subject: string | null
  readonly attribute: string | null
}

/** What there is to know of lessons that contradictions tell by themselves. */
type Lessons = {
  /** The agents that have contradicted the writer, or were contradicted by it, before. */
  readonly between: readonly (Warned & { readonly other: string })[]
  /** The conflicts that were decided against one of the texts (hashes), with their agents. */
  readonly decided: readonly (Warned & {
    readonly textHash: string
    readonly conflictId: string
    readonly agents: readonly [string, string]
  })[]
  /** The lessons that expire when as many more come as there is room for, the newest of these first. */
  readonly oldest: readonly string[]
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
) => Promise<Lessons & { readonly waiting: readonly (Claiming & InConflict)[] }>

/** A memory of the writer that waits because of one of the others. */
export type WaitingFact = Pick<StatedFact, 'memoryId' | 'version'> &
  InConflict & { readonly content: string; readonly speaker: string | null; readonly stated: StatedFact | undefined }

export type EarlierContradictions = Lessons & { readonly waiting: readonly WaitingFact[] }

/** The most new lessons that one ingest tells of contradictions. */
export const MOST_NEW_LESSONS = 20

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
