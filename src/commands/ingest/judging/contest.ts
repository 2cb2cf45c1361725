import { type Network, ownText } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'
import type { BankKnown, Ingest, PreparedFact } from '../context.js'
import { clashOf } from './clash.js'
import { CONFIDENCE, compareWords } from './compare-words.js'
import type { Ruled, Ruling } from './ruling.js'

/**
 * From this cosine on the words of a memory may be those of a fact but for a value or a negation: of 87 pairs of statements
 * that do, in six languages, 86 are as near.
 */
export const CLASH_COSINE = 0.65

/** The rulings on new facts that contradict a memory of another agent by their words alone. */
export const clashesByWords = (
  { facts, readers, request }: Pick<Ingest, 'facts' | 'readers' | 'request'>,
  fresh: readonly PreparedFact[],
  { neighbours }: Pick<BankKnown, 'neighbours'>,
): readonly Ruled[] => {
  if (request.scope.kind === 'user') return []
  const placeOf = new Map(facts.map(({ memoryId }, place) => [memoryId, place]))
  return fresh.map((fact) => ({
    fact: { memoryId: fact.memoryId, version: 1 },
    rulings: neighbours.flatMap(({ sample, id: memoryId, claim }) =>
      sample === placeOf.get(fact.memoryId) && claim?.memory !== undefined
        ? (clashByWords({ ...fact, readers }, { ...claim, ...claim.memory, memoryId }) ?? [])
        : [],
    ),
    takesBack: false,
  }))
}

type Worded = {
  readonly content: string
  readonly speaker: string | null
  readonly network?: Network | undefined
  readonly readers: Readers
}

/** The ruling that a fact contradicts a memory of another agent, where their words alone show it. */
export const clashByWords = (
  fact: Worded,
  { memoryId, version, ...memory }: Worded & Ruling['target'],
): Ruling | undefined => {
  const reason = compareWords(wordsOf(fact), wordsOf(memory))
  const clash = reason === null ? undefined : clashOf(fact, memory, { reason, confidence: CONFIDENCE[reason] })
  if (clash === undefined) return undefined
  return {
    target: { memoryId, version },
    outcome: 'contradiction',
    applied: 'contradiction',
    confidence: CONFIDENCE.other_owner,
    reason: 'other_owner',
    clash,
  }
}

const wordsOf = ({ content, speaker }: Worded) => ({ text: ownText({ content, speaker }), speaker })
