import { DEFAULT_TRUST } from '../../domain/agent.js'
import { ANSWER_SETS } from '../../indexing/answer-bits.js'
import { ASSISTANT, INSTRUCTION, subjectHash } from '../bank-index/bank.js'
import type { ScoreColumns } from '../bank-index/score-columns.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { addDates, datePartOf, dateScoringOf } from './bank-dates.js'
import { BestSlots } from './best-slots.js'
import { isTaken } from './floors.js'
import { answerScore } from './query-analysis/expected-kinds.js'
import { subjectOf, thresholdOf, WEIGHTS } from './score.js'
import type { Query } from './search-index.js'
import { trustPart } from './trust-part.js'

/** So many of the best matches with their slots, best first. */
export type BestMatches = (most: number) => ReturnType<BestSlots['sorted']>

/**
 * Scores the visible memories as `scorer` would, once their words and vectors have been, and gives the best matches among
 * those that pass the filters. Once there are enough, almost all others are refused by their score.
 */
export const scoredMatches = (query: Query, visible: VisibleBank, scores: ScoreColumns): BestMatches => {
  const { bank, permitted } = visible
  const { lexical, relatedTerms, cosines, score } = scores
  const traits = traitsOf(query)
  const dates = dateScoringOf(query, visible)
  scoreAll(visible, traits, scores)
  if (dates !== undefined) addDates(dates, score)
  const isMatch = (slot: number) =>
    !traits.dateAlone ||
    (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0) > 0 ||
    ((cosines[slot] ?? 0) >= traits.threshold && (bank.columns.norm[slot] ?? 0) > 0) ||
    (dates !== undefined && datePartOf(dates, slot) > 0)
  return (most) => {
    const best = new BestSlots(bank, most)
    for (let slot = nextOf(score, 1, best.least); slot < score.length; slot = nextOf(score, slot + 1, best.least)) {
      if (!isMatch(slot)) continue
      if (!isTaken(query.floors, { lexical: lexical[slot] ?? 0, cosine: cosines[slot] ?? 0 })) continue
      const { memory } = bank.entries[slot] ?? {}
      if (memory === undefined || (permitted !== undefined && !permitted.has(memory.id))) continue
      const isMistaken = bank.columns.subject[slot] === traits.hash && memory.subject !== traits.subject
      best.offer(slot, (score[slot] ?? 0) - (isMistaken ? WEIGHTS.name : 0))
    }
    return best.sorted()
  }
}

/** What the query prefers in a memory whatever its words are: the answers that it may hold, who said it, its subject. */
type Traits = {
  /** By answer bits. */
  readonly answers: Float64Array
  readonly assistant: number
  readonly subject: string | undefined
  /** Of the subject; other subjects may have the same. No column holds the one of no subject. */
  readonly hash: number
} & ReturnType<typeof thresholdOf>

const traitsOf = (query: Query): Traits => {
  const { analysis, termStatistics } = query
  const subject = subjectOf(termStatistics)
  return {
    answers: Float64Array.from({ length: ANSWER_SETS }, (_, bits) => answerScore(analysis.kinds, bits)),
    assistant: analysis.ofAssistant ? 0 : WEIGHTS.assistant,
    subject,
    hash: subject === undefined ? Number.NaN : subjectHash(subject),
    ...thresholdOf(query, query.threshold),
  }
}

// The loops over all memories are functions of their own that read nothing but columns, as those of score-bank.ts.

/** The next slot whose score is at least this, or the length of the column. */
const nextOf = (score: Float64Array, from: number, least: number): number => {
  // What does not match has -Infinity, which is not less than that of a heap that is not full yet.
  const bar = Math.max(least, -Number.MAX_VALUE)
  let slot = from
  while (slot < score.length && (score[slot] ?? 0) < bar) slot++
  return slot
}

/**
 * Writes the score of every memory without its date part; -Infinity where it is not visible, and where it does not match,
 * unless its date alone may make it a match.
 */
const scoreAll = ({ bank: { columns }, mask, trust }: VisibleBank, traits: Traits, scores: ScoreColumns): void => {
  const { group, prior, flags, answerBits, subject, norm } = columns
  const { lexical, relatedTerms, cosines, score } = scores
  const { answers, assistant, hash, threshold, dateAlone } = traits
  for (let slot = 0; slot < score.length; slot++) {
    const of = group[slot] ?? 0
    const words = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0)
    const cosine = cosines[slot] ?? 0
    const isNear = cosine >= threshold && (norm[slot] ?? 0) > 0
    if (mask[of] !== 1 || !(words > 0 || isNear || dateAlone)) {
      score[slot] = Number.NEGATIVE_INFINITY
      continue
    }
    const relevance = words + WEIGHTS.cosine * cosine
    const flag = flags[slot] ?? 0
    let more = (prior[slot] ?? 0) + (answers[answerBits[slot] ?? 0] ?? 0)
    if ((flag & ASSISTANT) !== 0) more += assistant
    if ((flag & INSTRUCTION) !== 0 && words > 0) more += WEIGHTS.instruction
    if (subject[slot] === hash) more += WEIGHTS.name
    score[slot] = relevance + trustPart(trust[of] ?? DEFAULT_TRUST, relevance) + more
  }
}
