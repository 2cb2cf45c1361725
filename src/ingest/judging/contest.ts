import { type Network, ownText } from '../../domain/memory/events.js'
import type { Readers } from '../../domain/scope.js'
import type { Ingest } from '../context.js'
import type { Neighbour } from '../find-neighbours.js'
import { clashOf } from './clash.js'
import { CONFIDENCE, compareWords } from './compare-words.js'
import type { Ruled, Ruling } from './ruling.js'

/**
 * From this cosine on the words of a memory may be those of a fact but for a value or a negation: of 87 pairs of statements
 * that do, in six languages, 86 are as near.
 */
export const CLASH_COSINE = 0.65

/** The rulings on new facts that contradict a memory of another agent by their words alone; `near`: by a fact's place. */
export const clashesByWords = (
  { facts, readers, request }: Pick<Ingest, 'facts' | 'readers' | 'request'>,
  near: ReadonlyMap<number, readonly Neighbour[]>,
): readonly Ruled[] => {
  if (request.scope.kind === 'user') return []
  return facts.map((fact, place) => ({
    fact: { memoryId: fact.memoryId, version: 1 },
    rulings: (near.get(place) ?? []).flatMap(({ id: memoryId, claim }) =>
      claim?.memory === undefined
        ? []
        : (clashByWords({ ...fact, readers }, { ...claim, ...claim.memory, memoryId }) ?? []),
    ),
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
