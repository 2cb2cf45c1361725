import type { KnownVerdict } from '../../domain/extraction.js'
import { clashByWords } from '../ingest/judging/contest.js'
import type { Ruling } from '../ingest/judging/ruling.js'
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

/** What words alone show of facts that nobody judges: that they contradict what another agent says. */
export const contestedBy = (fact: Fact, candidates: readonly Candidate[]): readonly Ruling[] =>
  candidates.flatMap((candidate) => clashByWords(fact, { speaker: null, ...candidate }) ?? [])
