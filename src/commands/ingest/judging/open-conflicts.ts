import { v5 } from 'uuid'
import { DEFAULT_TRUST } from '../../../domain/agent.js'
import { preferred } from '../../../domain/conflict/decisions.js'
import type { ConflictOf } from '../../../domain/conflict/events.js'
import type { Metadata } from '../../../domain/event.js'
import type { Readers } from '../../../domain/scope.js'
import type { OpenedConflict, TrustOf } from './clash.js'
import type { Clashing, Settlement } from './settle.js'

const CONFLICT_IDS = 'e4c8a5d2-6f1b-5a7e-93c0-1d8b2f7a4e65'

/** The clashes of facts that are stored, with memories that stay in force. */
const clashesLeft = (
  { clashes, closings }: Pick<Settlement, 'clashes' | 'closings'>,
  stored: readonly { readonly memoryId: string }[],
): readonly Clashing[] => {
  const closed = new Set(closings.map(({ memoryId }) => memoryId))
  const isStored = new Set(stored.map(({ memoryId }) => memoryId))
  return clashes.filter(
    ({ factId, target }) => isStored.has(factId) && !closed.has(factId) && !closed.has(target.memoryId),
  )
}

type Opening = {
  readonly by: Metadata
  /** Of a fact. */
  readonly readersOf: (factId: string) => Readers | undefined
  readonly trust: TrustOf | undefined
  /** How long a conflict waits for somebody to resolve it, in milliseconds. */
  readonly expiryMs: number
}

/** What the clashes of an ingest open, and the facts that wait because of that: they are stored in the same append. */
export const openConflicts = (
  settled: Pick<Settlement, 'clashes' | 'closings'>,
  { stored, ...opening }: Opening & { readonly stored: readonly { readonly memoryId: string }[] },
): { readonly opened: readonly ConflictOf<'ConflictOpened'>[]; readonly waiting: ReadonlySet<string> } => {
  const opened = conflictsOf(clashesLeft(settled, stored), opening)
  return { opened, waiting: new Set(opened.map(({ data }) => data.new.memoryId)) }
}

const conflictsOf = (
  clashes: readonly Clashing[],
  { by, readersOf, trust, expiryMs }: Opening,
): readonly ConflictOf<'ConflictOpened'>[] =>
  clashes.flatMap(({ factId, target, clash: { agentId: other, reason, confidence } }) => {
    const { workspaceId, agentId } = readersOf(factId) ?? { workspaceId: null, agentId: null }
    if (workspaceId === null || agentId === null) return []
    const [a, b] = [other, agentId].map((agent) => trust?.get(agent) ?? DEFAULT_TRUST)
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
