import { isReadAlike } from '../../../domain/conflict/decisions.js'
import type { MemoryOf } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'
import type { VerdictOutcome, VerdictReason } from '../../../domain/verdict.js'
import type { BankKnown, Ingest, PreparedFact } from '../context.js'

/** What makes a ruling the beginning of a conflict: the memory is of this other agent. */
export type Clash = Pick<Ruling, 'reason' | 'confidence'> & { readonly agentId: string }

/** What was decided about a new fact and one memory that it was held against. */
export type Ruling = {
  readonly target: { readonly memoryId: string; readonly version: number }
  /** What was found, and what is done about it after the rules that no verdict may break. */
  readonly outcome: VerdictOutcome
  readonly applied: VerdictOutcome
  /** 0 to 1; null where it was not said. */
  readonly confidence: number | null
  readonly reason: VerdictReason
  /** Only of a contradiction between two agents of a workspace. */
  readonly clash?: Clash | undefined
}

/** A new fact and what was decided about it; `takesBack`: it says nothing but that something is to be forgotten. */
export type Ruled = {
  /** In the version that it has, or will have. */
  readonly fact: { readonly memoryId: string; readonly version: number }
  readonly rulings: readonly Ruling[]
  readonly takesBack: boolean
}

/** What the new facts do to memories; where facts are not judged, there is no such function. */
export type Judge = (ingest: Ingest, fresh: readonly PreparedFact[], known: BankKnown) => readonly Ruled[]

export type Network = MemoryOf<'MemoryStored'>['data']['network']

type Contestant = { readonly readers: Readers; readonly network?: Network | undefined }

/**
 * Whether a contradiction is one between agents: a fact of one against a fact of another that exactly the same agents may
 * read. So nobody has to wait, or loses a memory, because of words that they cannot see.
 */
export const clashOf = (
  fact: Contestant,
  target: Contestant,
  found: Pick<Ruling, 'reason' | 'confidence'>,
): Clash | undefined => {
  const { workspaceId, agentId } = target.readers
  if (workspaceId === null || agentId === null || agentId === fact.readers.agentId) return undefined
  if (fact.network === 'opinion' || target.network === 'opinion') return undefined
  return isReadAlike(fact.readers, target.readers) ? { ...found, agentId } : undefined
}
