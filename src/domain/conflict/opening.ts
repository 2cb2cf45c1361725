import { DEFAULT_TRUST } from '../agent.js'
import type { Metadata } from '../event.js'
import type { MemoryOf, Network } from '../memory/events.js'
import type { Clashing, Settlement } from '../memory/settling.js'
import type { Readers } from '../scope.js'
import type { Clash, Target, VerdictReason } from '../verdict.js'
import { isReadAlike, preferred, type Resolved, takeBack } from './decisions.js'
import type { ConflictOf, KnownConflict, Resolution } from './events.js'

type Contestant = { readonly readers: Readers; readonly network?: Network | undefined }

/**
 * Whether a contradiction is one between agents: a fact of one against a fact of another that exactly the same agents may
 * read. So nobody has to wait, or loses a memory, because of words that they cannot see.
 */
export const clashOf = (fact: Contestant, memory: Contestant, found: Omit<Clash, 'agentId'>): Clash | undefined => {
  const { workspaceId, agentId } = memory.readers
  if (workspaceId === null || agentId === null || agentId === fact.readers.agentId) return undefined
  if (fact.network === 'opinion' || memory.network === 'opinion') return undefined
  return isReadAlike(fact.readers, memory.readers) ? { ...found, agentId } : undefined
}

/** By agent, 0 to 1; those that nobody has said anything of are left out. */
export type TrustOf = ReadonlyMap<string, number>

/** What is stated, to be compared with what its agent has stated before. */
export type SpokenMemory = Target & {
  readonly content: string
  readonly speaker: string | null
  /** As a model named it; null where none did. */
  readonly subject: string | null
}

/** A memory of the writer that waits because of a contradiction. */
export type WaitingFact = SpokenMemory & {
  readonly conflictId: string
  /** The memory of the other agent. */
  readonly existingId: string
  readonly existingVersion: number
}

/** What an ingest tells of a conflict that it opens. */
export type OpenedConflict = {
  readonly id: string
  /** The new memory, which waits. */
  readonly memoryId: string
  /** The memory of the other agent. */
  readonly with: string
  readonly reason: VerdictReason
  readonly suggested: Resolution
}

/** A statement that may open a conflict, in the version that it has or, if it is new, will have. */
export type Stated = SpokenMemory & {
  readonly isNew: boolean
  readonly readers: Readers
  /** The memories that say it already. */
  readonly knownAs: readonly string[]
  /** The memories of other agents that say the same. */
  readonly agreesWith?: readonly string[]
  /** What it replaces when it becomes active: it waits. */
  readonly defers?: readonly Target[] | undefined
}

/** The clashes of statements that are stored, with memories that stay in force. */
const clashesLeft = (
  { clashes, closings, deletions }: Pick<Settlement, 'clashes' | 'closings' | 'deletions'>,
  stored: readonly { readonly memoryId: string }[],
): readonly Clashing[] => {
  const closed = new Set([...closings, ...deletions].map(({ memoryId }) => memoryId))
  const isStored = new Set(stored.map(({ memoryId }) => memoryId))
  return clashes.filter(
    ({ factId, target }) => isStored.has(factId) && !closed.has(factId) && !closed.has(target.memoryId),
  )
}

export type Opening = {
  readonly by: Metadata
  /** The id of a conflict that a statement opens. */
  readonly conflictIdOf: (factId: string) => string
  /**
   * Whether a statement is the next value of what waits, both about one memory of another agent: the same words but for a value
   * or a negation. In doubt it is not.
   */
  readonly isNextValue: (fact: SpokenMemory, waiting: SpokenMemory) => boolean
  readonly trust: TrustOf | undefined
  /** What the writer has waiting, and what it says by now as others do. */
  readonly earlier: readonly WaitingFact[]
  /** How long a conflict waits for somebody to resolve it, in milliseconds. */
  readonly expiryMs: number
}

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
 * What the clashes of statements open. Where the writer has something waiting because of the same memory, and says another value
 * of it now, the conflict that there is goes on about that; where it says by now what that memory says, it is over.
 */
export const openConflicts = (
  settled: Pick<Settlement, 'clashes' | 'closings' | 'deletions'>,
  { stored, agreeing }: { readonly stored: readonly Stated[]; readonly agreeing: readonly Stated[] },
  opening: Opening,
): Contradictions => {
  const waiting = [...opening.earlier]
  const events = clashesLeft(settled, stored).flatMap(
    (clash): readonly (Continuing | MemoryOf<'MemorySuperseded'>)[] => {
      const fact = stored.find(({ memoryId }) => memoryId === clash.factId)
      if (fact === undefined) return []
      // What is in force already waits from its next version on.
      const said = { ...fact, version: fact.version + (fact.isNew ? 0 : 1) }
      const { memoryId: existingId } = clash.target
      const before = waiting.findLast((each) => each.existingId === existingId && isNextOf(said, each, opening))
      const conflictId = before?.conflictId ?? opening.conflictIdOf(clash.factId)
      const conflict = conflictOf(clash, said, { ...opening, conflictId, replaced: before?.memoryId })
      if (conflict === undefined) return []
      waiting.push({ ...said, conflictId, existingId, existingVersion: clash.target.version })
      if (before === undefined) return [conflict]
      waiting.splice(waiting.indexOf(before), 1)
      return [conflict, replacedBy(clash.factId, before, opening.by)]
    },
  )
  const conflicts = events.flatMap((event) => (event.type === 'MemorySuperseded' ? [] : [event]))
  const left = opening.earlier.filter((each) => waiting.includes(each))
  return {
    events: [...events, ...left.flatMap((each) => takenBack(each, agreeing, opening))],
    conflicts,
    waiting: new Set(conflicts.map(({ data }) => data.new.memoryId)),
  }
}

const isNextOf = (fact: SpokenMemory, waiting: SpokenMemory, { isNextValue }: Opening): boolean =>
  (fact.subject !== null && fact.subject === waiting.subject) || isNextValue(fact, waiting)

/** Nothing where the writer does not agree with what it contradicted. */
const takenBack = (before: WaitingFact, agreeing: readonly Stated[], opening: Opening): readonly Resolved[] => {
  const { conflictId, existingId, existingVersion, memoryId, version } = before
  const agrees = agreeing.some((said) => said.agreesWith?.includes(existingId) && isNextOf(said, before, opening))
  if (!agrees) return []
  return takeBack({ conflictId, existing: [existingId, existingVersion], new: [memoryId, version] }, opening.by)
}

const replacedBy = (by: string, { memoryId, version }: WaitingFact, m: Metadata): MemoryOf<'MemorySuperseded'> => ({
  type: 'MemorySuperseded',
  metadata: { ...m, memoryId, version: version + 1, reason: 'superseded' },
  data: { by },
})

type Conflicting = Pick<Opening, 'by' | 'trust' | 'expiryMs'> & {
  readonly conflictId: string
  readonly replaced: string | undefined
}

const conflictOf = (
  { factId, target, clash: { agentId: other, reason, confidence, isOfPart } }: Clashing,
  { version, readers: { workspaceId, agentId }, defers = [] }: Stated,
  { by, trust, expiryMs, conflictId, replaced }: Conflicting,
): Continuing | undefined => {
  if (workspaceId === null || agentId === null) return undefined
  const trustIn = (agent: string) => trust?.get(agent) ?? DEFAULT_TRUST
  const replaces = defers.map((each): [string, number] => [each.memoryId, each.version])
  const about = {
    existing: { memoryId: target.memoryId, version: target.version, agentId: other },
    new: { memoryId: factId, version, agentId },
    confidence,
    reason,
    suggested: isOfPart ? 'resolved_both' : preferred({ existing: trustIn(other), new: trustIn(agentId) }),
    ...(replaces.length === 0 ? {} : { replaces }),
  } as const
  const metadata = { ...by, conflictId }
  if (replaced !== undefined) return { type: 'ConflictContinued', metadata, data: { replaced, ...about } }
  const expiresAt = new Date(Date.parse(by.at) + expiryMs).toISOString()
  return { type: 'ConflictOpened', metadata, data: { workspaceId, ...about, expiresAt } }
}

/** What is told of a conflict when it opens. */
export const openedConflict = (conflict: Omit<KnownConflict, 'status'>): OpenedConflict => ({
  id: conflict.conflictId,
  memoryId: conflict.new.memoryId,
  with: conflict.existing.memoryId,
  reason: conflict.reason,
  suggested: conflict.suggested,
})
