import type { ContradictionLessons } from '../../domain/lesson/decisions.js'
import type { Readers, Scope, WorkspaceScope } from '../../domain/scope.js'

/** A memory of the writer that waits because of a contradiction. */
export type WaitingFact = {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  readonly speaker: string | null
  /** As a model named it; null where none did. */
  readonly subject: string | null
  readonly conflictId: string
  /** The memory of the other agent. */
  readonly existingId: string
  readonly existingVersion: number
}

/** What became of contradictions between the writer and other agents until now. */
export type EarlierContradictions = ContradictionLessons & { readonly waiting: readonly WaitingFact[] }

type Request = {
  /** The agents that may be contradicted, and which of their memories. */
  readonly others: readonly string[]
  readonly targets: readonly string[]
  /** Of the new texts. */
  readonly hashes: readonly string[]
  readonly room: number
}

export type FindEarlierContradictions = (scope: WorkspaceScope, request: Request) => Promise<EarlierContradictions>

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
  return earlierContradictions(scope, {
    others: [...new Set(theirs.flatMap(({ readers }) => readers.agentId ?? []))],
    targets: [...new Set(theirs.map(({ memoryId }) => memoryId))],
    hashes: [...new Set(facts.map(({ textHash }) => textHash))],
    room: MOST_NEW_LESSONS,
  })
}
