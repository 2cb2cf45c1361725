import { settleConflicts } from '../../commands/conflicts/settle-conflicts.js'
import type { DomainEvent } from '../../domain/all-events.js'
import type { EmbeddingModel } from '../../domain/embedding.js'
import type { Metadata } from '../../domain/event.js'
import { correct } from '../../domain/memory/decisions.js'
import { type Judged, Judging, type Verdict } from '../../domain/memory/replacing.js'
import { withdraw } from '../../domain/memory/restoring.js'
import { type Closing, restingAlone } from '../../domain/memory/turns-behind.js'
import { textHash } from '../../indexing/text-hash.js'
import type { Ingest, PreparedFact } from '../context.js'
import type { Ruled, Ruling } from '../judging/ruling.js'
import { closed, type Settlement } from '../judging/settle.js'
import { restingOn } from '../relating/composite.js'
import { getsKey, memoryOf, type ReplacementsKnown } from './replacements-known.js'

type Deciding = Pick<Ingest, 'erased' | 'now' | 'readers' | 'extraction'> & {
  readonly facts: readonly PreparedFact[]
  readonly by: Metadata
  readonly model: EmbeddingModel
  /** What new facts contradict by their words. */
  readonly worded: ReadonlyMap<string, Ruled>
}

/** What the caller's replacements come to. */
export type Replacements = {
  readonly ruled: readonly Ruled[]
  /** The memories that facts are already, by fact. */
  readonly knownAs: ReadonlyMap<string, string>
  /** The versions of memories in force that have something to replace. */
  readonly standing: ReadonlyMap<string, number>
  /** What a memory that waits replaces when it becomes active. */
  readonly deferred: ReadonlyMap<string, Verdict['targets']>
  /** The memories that get a key. */
  readonly updates: readonly DomainEvent[]
}

const NONE: ReplacementsKnown = {
  restated: [],
  replaceable: [],
  states: new Map(),
  composites: [],
  facts: [],
  conflicts: [],
}

/** Pure. Throws MemoryNotFound, NotReplaceable, NewMemoryHasFewerReaders. */
export const judgeReplacements = (deciding: Deciding, known: ReplacementsKnown = NONE): Replacements => {
  const judging = new Judging(known.replaceable, deciding.by.at)
  const replacing = new Replacing(known)
  const updates = known.restated.flatMap((each) => {
    const memory = memoryOf(each, known.replaceable)
    if (memory === undefined) return []
    const key = each.key ?? memory.key ?? undefined
    const updated = keyed(memory.memoryId, getsKey(each, memory) ? key : undefined, { deciding, known })
    const version = memory.version + (updated.length > 0 ? 1 : 0)
    const statement = { ...each, ...memory, key, textHash: textHash(each.content, key), isContested: false }
    replacing.add(judging.judgeKnown(statement, { ...memory, version }))
    return updated
  })
  const { extraction, now, erased, readers, worded } = deciding
  const at = extraction.observedAt === now ? undefined : extraction.observedAt
  for (const { memoryId, replacement, textHash: hash, observedAt: saidAt = at } of deciding.facts) {
    if (replacement === undefined || erased.has(memoryId)) continue
    const others = worded.get(memoryId)?.rulings ?? []
    const isContested = others.length > 0
    const judged = judging.judge({ ...replacement, memoryId, textHash: hash, readers, saidAt, isContested })
    if (judged.as.isKnown) replacing.knownAs.set(memoryId, judged.as.memoryId)
    replacing.add(judged, judged.as.isKnown || judged.verdicts.some(isContradiction) ? [] : others)
  }
  return { ...replacing, updates }
}

type Keying = { readonly deciding: Deciding; readonly known: ReplacementsKnown }

/** Nothing without a key that the memory does not have. */
const keyed = (memoryId: string, key: string | undefined, { deciding, known }: Keying): readonly DomainEvent[] => {
  const state = known.states.get(memoryId)
  if (key === undefined || state === undefined) return []
  return correct(state, { memoryId, by: deciding.by, embedding: deciding.model, key })
}

class Replacing {
  readonly ruled: Ruled[] = []
  readonly knownAs = new Map<string, string>()
  readonly standing = new Map<string, number>()
  readonly deferred = new Map<string, Verdict['targets']>()
  private readonly agentOf: (memoryId: string) => string

  constructor({ replaceable }: ReplacementsKnown) {
    const agents = new Map(replaceable.map(({ memoryId, readers: { agentId } }) => [memoryId, agentId ?? '']))
    this.agentOf = (memoryId) => agents.get(memoryId) ?? ''
  }

  /** With what it contradicts by its words. While it waits because of a contradiction it supersedes nothing. */
  add({ as, verdicts }: Judged, others: readonly Ruling[] = []): void {
    const isContested = others.length > 0 || verdicts.some(isContradiction)
    const waits = isContested && !verdicts.some(({ effect }) => effect === 'yield')
    const later = waits ? verdicts.filter(({ effect }) => effect === 'supersede') : []
    if (waits)
      this.deferred.set(
        as.memoryId,
        later.flatMap(({ targets }) => targets),
      )
    if (as.isKnown) this.standing.set(as.memoryId, as.version)
    const done = verdicts.filter((each) => !later.includes(each))
    const rulings = [...others, ...done.flatMap((each) => rulingsOf(each, this.agentOf))]
    this.ruled.push({ fact: as, rulings })
  }
}

const isContradiction = ({ effect }: Verdict): boolean => effect === 'contradict'

const OUTCOMES = { supersede: 'supersede', contradict: 'contradiction', yield: 'late' } as const

const rulingsOf = ({ effect, reason, targets }: Verdict, agentOf: (memoryId: string) => string): readonly Ruling[] =>
  targets.map((target) => ({
    target,
    ...{ outcome: OUTCOMES[effect], applied: OUTCOMES[effect], confidence: null, reason },
    clash: effect === 'contradict' ? { agentId: agentOf(target.memoryId), reason, confidence: null } : undefined,
  }))

/** What is out of force because of it, and what goes with that. */
export const outOfForce = (
  settled: Settlement,
  { composites, facts, conflicts }: ReplacementsKnown = NONE,
  by: Metadata,
): readonly DomainEvent[] => {
  const withTurns = restingAlone(facts, settled.closings).map(({ memoryId, version, basis }): Closing => {
    const { by: successor = null, reason = 'replaced' } =
      settled.closings.find((each) => basis.includes(each.memoryId)) ?? {}
    return { memoryId, version: version + 1, by: successor, reason }
  })
  const closings = [...settled.closings, ...withTurns]
  const waiting = new Set(conflicts.map(({ conflict }) => conflict.new.memoryId))
  const touched = new Map(
    closings.flatMap(({ memoryId, version }) =>
      waiting.has(memoryId) ? [[memoryId, { version, readers: 'gone' as const }] as const] : [],
    ),
  )
  return [
    ...closed({ closings }, by),
    ...withdraw(restingOn(composites, closings), by),
    ...settleConflicts(conflicts, { touched, by }),
  ]
}
