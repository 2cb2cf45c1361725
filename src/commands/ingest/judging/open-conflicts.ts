import { v5 } from 'uuid'
import { DEFAULT_TRUST } from '../../../domain/agent.js'
import { preferred } from '../../../domain/conflict/decisions.js'
import type { ConflictOf } from '../../../domain/conflict/events.js'
import type { Metadata } from '../../../domain/event.js'
import type { Readers } from '../../../domain/scope.js'
import type { Clashing, Settlement } from './settle.js'

const CONFLICT_IDS = 'e4c8a5d2-6f1b-5a7e-93c0-1d8b2f7a4e65'

/** By agent, 0 to 1; those that nobody has said anything of are left out. */
export type TrustOf = ReadonlyMap<string, number>

/** How far agents are trusted. */
export type FindTrust = (userId: string, agentIds: readonly string[]) => Promise<TrustOf>

/** What an ingest tells of a conflict that it opens. */
export type OpenedConflict = {
  readonly id: string
  /** The new memory, which waits. */
  readonly memoryId: string
  /** The memory of the other agent. */
  readonly with: string
  readonly reason: Clashing['clash']['reason']
  readonly suggested: ConflictOf<'ConflictOpened'>['data']['suggested']
}

/** The clashes of facts that are stored, with memories that stay in force. */
export const clashesLeft = (
  { clashes, closings }: Pick<Settlement, 'clashes' | 'closings'>,
  stored: readonly { readonly memoryId: string }[],
): readonly Clashing[] => {
  const closed = new Set(closings.map(({ memoryId }) => memoryId))
  const isStored = new Set(stored.map(({ memoryId }) => memoryId))
  return clashes.filter(
    ({ factId, target }) => isStored.has(factId) && !closed.has(factId) && !closed.has(target.memoryId),
  )
}

export type Opening = {
  readonly by: Metadata
  /** Of a fact. */
  readonly readersOf: (factId: string) => Readers | undefined
  readonly trust: TrustOf
  /** How long a conflict waits for somebody to resolve it, in milliseconds. */
  readonly expiryMs: number
}

/** A conflict for each clash: its memory is stored in the same append, and waits. */
export const openConflicts = (
  clashes: readonly Clashing[],
  { by, readersOf, trust, expiryMs }: Opening,
): readonly ConflictOf<'ConflictOpened'>[] =>
  clashes.flatMap(({ factId, target, clash: { agentId: other, reason, confidence } }) => {
    const { workspaceId, agentId } = readersOf(factId) ?? { workspaceId: null, agentId: null }
    if (workspaceId === null || agentId === null) return []
    const [a, b] = [other, agentId].map((agent) => trust.get(agent) ?? DEFAULT_TRUST)
    return {
      type: 'ConflictOpened',
      metadata: { ...by, conflictId: v5(factId, CONFLICT_IDS) },
      data: {
        workspaceId,
        existing: { memoryId: target.memoryId, version: target.version, agentId: other },
        new: { memoryId: factId, version: 1, agentId },
        ...{ confidence, reason },
        suggested: preferred({ existing: a ?? DEFAULT_TRUST, new: b ?? DEFAULT_TRUST }),
        expiresAt: new Date(Date.parse(by.at) + expiryMs).toISOString(),
      },
    }
  })

export const toldOf = ({ data, metadata }: ConflictOf<'ConflictOpened'>): OpenedConflict => ({
  id: metadata.conflictId,
  memoryId: data.new.memoryId,
  with: data.existing.memoryId,
  reason: data.reason,
  suggested: data.suggested,
})
