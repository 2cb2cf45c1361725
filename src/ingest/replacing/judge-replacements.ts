import type { DomainEvent } from '../../domain/all-events.js'
import type { EmbeddingModel } from '../../domain/embedding.js'
import type { Metadata } from '../../domain/event.js'
import type { Statement } from '../../domain/memory/deciding.js'
import { correct } from '../../domain/memory/decisions.js'
import { Judging, type Ruled } from '../../domain/memory/replacing.js'
import type { Verdict } from '../../domain/verdict.js'
import { textHash } from '../../text/text-hash.js'
import type { Ingest, PreparedFact } from '../context.js'
import { getsKey, memoryOf, type ReplacementsKnown } from './replacements-known.js'

type Deciding = Pick<Ingest, 'erased' | 'now' | 'readers' | 'extraction'> & {
  readonly facts: readonly PreparedFact[]
  readonly by: Metadata
  readonly model: EmbeddingModel
  /** What new facts contradict by their words. */
  readonly worded: ReadonlyMap<string, readonly Verdict[]>
}

/** What the caller's replacements come to. */
type Replacements = {
  /** The facts that replace something, and memories in force that are to. */
  readonly statements: readonly Statement[]
  /** The memories that facts are already, by fact. */
  readonly knownAs: ReadonlyMap<string, string>
  /** The memories that get a key. */
  readonly updates: readonly DomainEvent[]
}

/** Pure. Throws MemoryNotFound, NotReplaceable, NewMemoryHasFewerReaders. */
export const judgeReplacements = (deciding: Deciding, known: ReplacementsKnown | undefined): Replacements => {
  const judging = new Judging(known?.replaceable ?? [], deciding.by.at)
  const knownAs = new Map<string, string>()
  const updates: DomainEvent[] = []
  const restated = (known?.restated ?? []).flatMap((each): readonly Statement[] => {
    const memory = memoryOf(each, known?.replaceable ?? [])
    if (memory === undefined) return []
    const key = each.key ?? memory.key ?? undefined
    const updated = keyed(memory.memoryId, getsKey(each, memory) ? key : undefined, { deciding, known })
    updates.push(...updated)
    const version = memory.version + (updated.length > 0 ? 1 : 0)
    const said = { ...each, ...memory, key, textHash: textHash(each.content, key), isContested: false }
    return [statementOf(judging.judgeKnown(said, { ...memory, version }), { ...said, speaker: each.speaker })]
  })
  const { extraction, now, erased, readers, worded } = deciding
  const at = extraction.observedAt === now ? undefined : extraction.observedAt
  const said = deciding.facts.flatMap(({ replacement, observedAt: saidAt = at, ...fact }): readonly Statement[] => {
    if (replacement === undefined || erased.has(fact.memoryId)) return []
    const others = worded.get(fact.memoryId) ?? []
    const judged = judging.judge({ ...replacement, ...fact, readers, saidAt, isContested: others.length > 0 })
    if (judged.as.isKnown) knownAs.set(fact.memoryId, judged.as.memoryId)
    const isNamed = judged.as.isKnown || judged.verdicts.some(({ applied }) => applied === 'contradiction')
    return [statementOf(judged, { ...fact, readers }, isNamed ? [] : others)]
  })
  return { statements: [...restated, ...said], knownAs, updates }
}

type Keying = { readonly deciding: Deciding; readonly known: ReplacementsKnown | undefined }

/** Nothing without a key that the memory does not have. */
const keyed = (memoryId: string, key: string | undefined, { deciding, known }: Keying): readonly DomainEvent[] => {
  const state = known?.states.get(memoryId)
  if (key === undefined || state === undefined) return []
  return correct(state, { memoryId, by: deciding.by, embedding: deciding.model, key })
}

/** With what it contradicts by its words. */
const statementOf = (
  { as: { isKnown, ...as }, verdicts, defers }: Ruled,
  { content, speaker, textHash: hash, readers }: Pick<Statement, 'content' | 'speaker' | 'textHash' | 'readers'>,
  others: readonly Verdict[] = [],
): Statement => ({
  ...as,
  content,
  speaker,
  readers,
  textHash: hash,
  subject: null,
  isNew: !isKnown,
  knownAs: isKnown ? [as.memoryId] : [],
  verdicts: [...others, ...verdicts],
  defers,
})
