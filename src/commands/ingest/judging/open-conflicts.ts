import { v5 } from 'uuid'
import { DEFAULT_TRUST } from '../../../domain/agent.js'
import { preferred } from '../../../domain/conflict/decisions.js'
import type { ConflictOf } from '../../../domain/conflict/events.js'
import type { Metadata } from '../../../domain/event.js'
import type { MemoryOf } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'
import type { OpenedConflict, TrustOf } from './clash.js'
import type { WaitingFact } from './earlier-contradictions.js'
import { isNextValue, type Said } from './next-value.js'
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
  /** Of a fact that is stored. */
  readonly readersOf: (factId: string) => Readers | undefined
  readonly saidBy: (factId: string) => Said | undefined
  readonly trust: TrustOf | undefined
  /** What the writer has waiting. */
  readonly earlier: readonly WaitingFact[]
  /** How long a conflict waits for somebody to resolve it, in milliseconds. */
  readonly expiryMs: number
}

type Continuing = ConflictOf<'ConflictOpened' | 'ConflictContinued'>

/** What the clashes of an ingest come to. */
export type Contradictions = {
  /** Conflicts, and what takes the place of what waited. */
  readonly events: readonly (Continuing | MemoryOf<'MemorySuperseded'>)[]
  readonly conflicts: readonly Continuing[]
  /** The facts that wait because of that: they are stored in the same append. */
  readonly waiting: ReadonlySet<string>
}

/**
 * What the clashes of an ingest open. Where the writer has something waiting because of the same memory, and says another value
 * of it now, the conflict that there is goes on about that.
 */
export const openConflicts = (
  settled: Pick<Settlement, 'clashes' | 'closings'>,
  { stored, earlier, ...opening }: Opening & { readonly stored: readonly { readonly memoryId: string }[] },
): Contradictions => {
  const waiting = [...earlier]
  const events = clashesLeft(settled, stored).flatMap((clash): Contradictions['events'] => {
    const said = opening.saidBy(clash.factId)
    const before =
      said && waiting.findLast((each) => each.existingId === clash.target.memoryId && isNextValue(said, each))
    const conflictId = before?.conflictId ?? v5(clash.factId, CONFLICT_IDS)
    const conflict = conflictOf(clash, { ...opening, conflictId, replaced: before?.memoryId })
    if (conflict === undefined) return []
    if (said) waiting.push({ ...said, conflictId, existingId: clash.target.memoryId })
    if (before === undefined) return [conflict]
    waiting.splice(waiting.indexOf(before), 1)
    return [conflict, replacedBy(clash.factId, before, opening.by)]
  })
  const conflicts = events.flatMap((event) => (event.type === 'MemorySuperseded' ? [] : [event]))
  return { events, conflicts, waiting: new Set(conflicts.map(({ data }) => data.new.memoryId)) }
}

const replacedBy = (by: string, { memoryId, version }: WaitingFact, m: Metadata): MemoryOf<'MemorySuperseded'> => ({
  type: 'MemorySuperseded',
  metadata: { ...m, memoryId, version: version + 1, reason: 'superseded' },
  data: { by },
})

type Conflicting = Pick<Opening, 'by' | 'readersOf' | 'trust' | 'expiryMs'> & {
  readonly conflictId: string
  readonly replaced: string | undefined
}

const conflictOf = (
  { factId, target, clash: { agentId: other, reason, confidence } }: Clashing,
  { by, readersOf, trust, expiryMs, conflictId, replaced }: Conflicting,
): Continuing | undefined => {
  const { workspaceId, agentId } = readersOf(factId) ?? { workspaceId: null, agentId: null }
  if (workspaceId === null || agentId === null) return undefined
  const trustIn = (agent: string) => trust?.get(agent) ?? DEFAULT_TRUST
  const about = {
    existing: { memoryId: target.memoryId, version: target.version, agentId: other },
    new: { memoryId: factId, version: 1, agentId },
    ...{ confidence, reason },
    suggested: preferred({ existing: trustIn(other), new: trustIn(agentId) }),
  }
  const metadata = { ...by, conflictId }
  if (replaced !== undefined) return { type: 'ConflictContinued', metadata, data: { replaced, ...about } }
  const expiresAt = new Date(Date.parse(by.at) + expiryMs).toISOString()
  return { type: 'ConflictOpened', metadata, data: { workspaceId, ...about, expiresAt } }
}

export const toldOf = ({ data, metadata }: Continuing): OpenedConflict => ({
  id: metadata.conflictId,
  memoryId: data.new.memoryId,
  with: data.existing.memoryId,
  reason: data.reason,
  suggested: data.suggested,
})
