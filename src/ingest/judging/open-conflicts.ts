import { v5 } from 'uuid'
import { DEFAULT_TRUST } from '../../domain/agent.js'
import { preferred, type Resolved, takeBack } from '../../domain/conflict/decisions.js'
import type { ConflictOf, Resolution } from '../../domain/conflict/events.js'
import type { Metadata } from '../../domain/event.js'
import { type MemoryOf, ownText } from '../../domain/memory/events.js'
import type { Readers } from '../../domain/scope.js'
import type { OpenedConflict, TrustOf } from './clash.js'
import { compareWords } from './compare-words.js'
import type { WaitingFact } from './earlier-contradictions.js'
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

/** A new fact, as it is held against what its agent has said before. */
type Said = Omit<WaitingFact, 'conflictId' | 'existingId' | 'existingVersion'>

/**
 * Whether a new fact is the next value of what a memory of its agent says, both about one memory of another agent: of the same
 * subject by a model, or the same words but for a value or a negation. In doubt it is not.
 */
const isNextValue = (fact: Said, waiting: Said): boolean =>
  (fact.subject !== null && fact.subject === waiting.subject) || compareWords(wordsOf(fact), wordsOf(waiting)) !== null

const wordsOf = ({ content, speaker }: Said) => ({ text: ownText({ content, speaker }), speaker })

/** A new fact that says what these memories say already, and so becomes none itself. */
type Agreeing = { readonly said: Said; readonly with: readonly string[] }

type Opening = {
  readonly by: Metadata
  /** Of a fact that is stored, in the version in which it would wait. */
  readonly saidBy: (factId: string) => (Said & { readonly readers: Readers }) | undefined
  readonly trust: TrustOf | undefined
  /** What the writer has waiting, and what it says by now as others do. */
  readonly earlier: readonly WaitingFact[]
  readonly agreeing: readonly Agreeing[]
  /** How long a conflict waits for somebody to resolve it, in milliseconds. */
  readonly expiryMs: number
  /** What facts replace when they become active. */
  readonly deferred?: ReadonlyMap<string, readonly Target[]>
}

type Target = { readonly memoryId: string; readonly version: number }

type Continuing = ConflictOf<'ConflictOpened' | 'ConflictContinued'>

/** What the clashes of an ingest come to. */
export type Contradictions = {
  /** Conflicts, and what takes the place of what waited. */
  readonly events: readonly (Continuing | Resolved | MemoryOf<'MemorySuperseded'>)[]
  readonly conflicts: readonly Continuing[]
  /** The facts that wait because of that: they are stored in the same append. */
  readonly waiting: ReadonlySet<string>
}

/**
 * What the clashes of an ingest open. Where the writer has something waiting because of the same memory, and says another value
 * of it now, the conflict that there is goes on about that; where it says by now what that memory says, it is over.
 */
export const openConflicts = (
  settled: Pick<Settlement, 'clashes' | 'closings'>,
  { stored, earlier, agreeing, ...opening }: Opening & { readonly stored: readonly { readonly memoryId: string }[] },
): Contradictions => {
  const waiting = [...earlier]
  const events = clashesLeft(settled, stored).flatMap(
    (clash): readonly (Continuing | MemoryOf<'MemorySuperseded'>)[] => {
      const said = opening.saidBy(clash.factId)
      if (said === undefined) return []
      const { memoryId: existingId } = clash.target
      const before = waiting.findLast((each) => each.existingId === existingId && isNextValue(said, each))
      const conflictId = before?.conflictId ?? v5(clash.factId, CONFLICT_IDS)
      const conflict = conflictOf(clash, said, { ...opening, conflictId, replaced: before?.memoryId })
      if (conflict === undefined) return []
      waiting.push({ ...said, conflictId, existingId, existingVersion: clash.target.version })
      if (before === undefined) return [conflict]
      waiting.splice(waiting.indexOf(before), 1)
      return [conflict, replacedBy(clash.factId, before, opening.by)]
    },
  )
  const conflicts = events.flatMap((event) => (event.type === 'MemorySuperseded' ? [] : [event]))
  const left = earlier.filter((each) => waiting.includes(each))
  return {
    events: [...events, ...left.flatMap((each) => takenBack(each, agreeing, opening.by))],
    conflicts,
    waiting: new Set(conflicts.map(({ data }) => data.new.memoryId)),
  }
}

/** Nothing where the writer does not agree with what it contradicted. */
const takenBack = (before: WaitingFact, agreeing: readonly Agreeing[], by: Metadata): readonly Resolved[] => {
  const { conflictId, existingId, existingVersion, memoryId, version } = before
  const agrees = agreeing.some(({ said, with: ids }) => ids.includes(existingId) && isNextValue(said, before))
  if (!agrees) return []
  return takeBack({ conflictId, existing: [existingId, existingVersion], new: [memoryId, version] }, by)
}

const replacedBy = (by: string, { memoryId, version }: WaitingFact, m: Metadata): MemoryOf<'MemorySuperseded'> => ({
  type: 'MemorySuperseded',
  metadata: { ...m, memoryId, version: version + 1, reason: 'superseded' },
  data: { by },
})

type Conflicting = Pick<Opening, 'by' | 'trust' | 'expiryMs' | 'deferred'> & {
  readonly conflictId: string
  readonly replaced: string | undefined
}

const conflictOf = (
  { factId, target, clash: { agentId: other, reason, confidence, isOfPart } }: Clashing,
  { version, readers: { workspaceId, agentId } }: Pick<Said, 'version'> & { readonly readers: Readers },
  { by, trust, expiryMs, deferred, conflictId, replaced }: Conflicting,
): Continuing | undefined => {
  if (workspaceId === null || agentId === null) return undefined
  const trustIn = (agent: string) => trust?.get(agent) ?? DEFAULT_TRUST
  const about = {
    existing: { memoryId: target.memoryId, version: target.version, agentId: other },
    new: { memoryId: factId, version, agentId },
    ...{ confidence, reason },
    suggested: suggestedFor(isOfPart, { existing: trustIn(other), new: trustIn(agentId) }),
    ...replacing(deferred?.get(factId)),
  }
  const metadata = { ...by, conflictId }
  if (replaced !== undefined) return { type: 'ConflictContinued', metadata, data: { replaced, ...about } }
  const expiresAt = new Date(Date.parse(by.at) + expiryMs).toISOString()
  return { type: 'ConflictOpened', metadata, data: { workspaceId, ...about, expiresAt } }
}

const suggestedFor = (isOfPart: boolean | undefined, trust: Parameters<typeof preferred>[0]): Resolution =>
  isOfPart ? 'resolved_both' : preferred(trust)

const replacing = (targets: readonly Target[] = []) =>
  targets.length === 0
    ? {}
    : { replaces: targets.map(({ memoryId, version }): [string, number] => [memoryId, version]) }

/** The memories in force that wait from now on. */
export const contested = (
  memories: readonly Target[],
  { waiting }: Contradictions,
  by: Metadata,
): readonly MemoryOf<'MemoryContested'>[] =>
  memories.flatMap(({ memoryId, version }) =>
    waiting.has(memoryId)
      ? [
          {
            type: 'MemoryContested',
            metadata: { ...by, memoryId, version: version + 1, reason: 'contradicts' },
            data: {},
          },
        ]
      : [],
  )

export const toldOf = ({ data, metadata }: Continuing): OpenedConflict => ({
  id: metadata.conflictId,
  memoryId: data.new.memoryId,
  with: data.existing.memoryId,
  reason: data.reason,
  suggested: data.suggested,
})
