import type { KnownVerdict } from '../../domain/extraction.js'
import { folded } from '../../indexing/fold.js'
import { clashOf } from '../ingest/judging/clash.js'
import type { Ruling } from '../ingest/judging/ruling.js'
import { canonicalAttribute, isSingleValued } from '../ingest/model-extraction/attributes.js'
import { admissible } from '../ingest/model-judging/admissible.js'
import { asCandidate, isSameProperty } from './candidates.js'
import type { Candidate } from './episode.js'
import type { Fact } from './facts.js'

/** The memory that a verdict is about; undefined where it is about none. */
export const targetOf = ({ outcome, judged: [first] }: KnownVerdict): readonly [string, number] | undefined =>
  outcome === 'add' ? undefined : first

/** Of what a fact is to be held against now, what it was not held against when it was judged, or not in this version. */
export const unseenBy = (verdict: KnownVerdict | undefined, candidates: readonly Candidate[]): readonly Candidate[] => {
  const seen = new Map(verdict?.judged)
  return candidates.filter(({ memoryId, version }) => seen.get(memoryId) !== version)
}

/** What rules see by themselves of facts that nobody judges: another value of the same single-valued attribute. Both stay. */
export const contestedBy = (fact: Fact, candidates: readonly Candidate[]): readonly Ruling[] =>
  candidates
    .filter((candidate) => isAtOddsWith(fact, candidate))
    .map((candidate) => ({
      target: { memoryId: candidate.memoryId, version: candidate.version },
      ...{ outcome: 'contradiction', applied: 'contradiction', confidence: null, reason: 'several_possible' },
      clash: clashOf(fact, candidate, { reason: 'new_value', confidence: null }),
    }))

const isAtOddsWith = (fact: Fact, candidate: Candidate): boolean => {
  if (!isSameProperty(fact, candidate) || !isSingleValued(canonicalAttribute(fact.attribute ?? ''))) return false
  if (fact.value === null || candidate.value === null || keyOf(fact.value) === keyOf(candidate.value)) return false
  const { claimType, trust } = fact
  const given = { fact: { ...asCandidate(fact), claimType, trust }, candidate, threshold: 1 }
  return admissible({ outcome: 'contradiction', confidence: 0 }, given).outcome === 'contradiction'
}

const keyOf = (value: string): string => folded(value.toLowerCase()).trim()
