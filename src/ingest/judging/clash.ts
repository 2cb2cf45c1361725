import { isReadAlike } from '../../domain/conflict/decisions.js'
import type { ConflictOf } from '../../domain/conflict/events.js'
import type { Network } from '../../domain/memory/events.js'
import type { Readers, Scope } from '../../domain/scope.js'
import type { VerdictReason } from '../../domain/verdict.js'

/** Why a fact contradicts a memory, and how sure that is; null where it was not said. */
type Found = {
  readonly reason: VerdictReason
  readonly confidence: number | null
  /** Whether the memory says something else, too. */
  readonly isOfPart?: boolean
}

/** What makes a ruling the beginning of a conflict: the memory is of this other agent. */
export type Clash = Found & { readonly agentId: string }

type Contestant = { readonly readers: Readers; readonly network?: Network | undefined }

/**
 * Whether a contradiction is one between agents: a fact of one against a fact of another that exactly the same agents may
 * read. So nobody has to wait, or loses a memory, because of words that they cannot see.
 */
export const clashOf = (fact: Contestant, target: Contestant, found: Found): Clash | undefined => {
  const { workspaceId, agentId } = target.readers
  if (workspaceId === null || agentId === null || agentId === fact.readers.agentId) return undefined
  if (fact.network === 'opinion' || target.network === 'opinion') return undefined
  return isReadAlike(fact.readers, target.readers) ? { ...found, agentId } : undefined
}

/** By agent, 0 to 1; those that nobody has said anything of are left out. */
export type TrustOf = ReadonlyMap<string, number>

/** How far agents are trusted. */
export type FindTrust = (userId: string, agentIds: readonly string[]) => Promise<TrustOf>

/** How far the writer and the agents of these memories are trusted; nothing is read where all are the writer's own. */
export const trustIn = async (
  { trust }: { readonly trust: FindTrust },
  scope: Scope,
  memories: readonly { readonly readers: Readers }[],
): Promise<TrustOf> => {
  if (scope.kind === 'user') return new Map()
  const others = new Set(memories.flatMap(({ readers: { agentId } }) => agentId ?? []))
  others.delete(scope.agentId)
  return others.size === 0 ? new Map() : trust(scope.userId, [scope.agentId, ...others])
}

/** What an ingest tells of a conflict that it opens. */
export type OpenedConflict = {
  readonly id: string
  /** The new memory, which waits. */
  readonly memoryId: string
  /** The memory of the other agent. */
  readonly with: string
  readonly reason: VerdictReason
  readonly suggested: ConflictOf<'ConflictOpened'>['data']['suggested']
}
