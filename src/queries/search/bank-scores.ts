import { DEFAULT_TRUST } from '../../domain/agent.js'
import { ANSWER_SETS } from '../../indexing/answer-bits.js'
import { ASSISTANT, type Bank, INSTRUCTION, subjectHash } from '../bank-index/bank.js'
import type { ScoreColumns } from '../bank-index/score-columns.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { addDates, datePartOf, dateScoringOf } from './bank-dates.js'
import { isTaken } from './floors.js'
import { oldestFirst } from './order.js'
import { answerScore } from './query-analysis/expected-kinds.js'
import { subjectOf, thresholdOf, WEIGHTS } from './score.js'
import type { Query } from './search-index.js'
import { trustPart } from './trust-part.js'

/** Kept from search to search: a heap is used within one call only. */
const kept = { slots: new Int32Array(0), scores: new Float64Array(0) }

/**
 * The best of many scores, with their slots: a binary heap with the worst on top, so that of thousands of memories almost
 * all are refused by one comparison. Of equal scores the older memory is better.
 */
class BestSlots {
  /** The score of the worst where the heap is full; a lower one need not be offered. */
  least = Number.NEGATIVE_INFINITY
  private readonly entries: Bank['entries']
  private readonly most: number
  private size = 0

  /** Only one can be in use at a time. */
  constructor({ entries }: Pick<Bank, 'entries'>, most: number) {
    this.entries = entries
    this.most = most
    if (kept.slots.length < most) {
      kept.slots = new Int32Array(most)
      kept.scores = new Float64Array(most)
    }
  }

  offer(slot: number, score: number): void {
    if (score < this.least) return
    if (this.size < this.most) this.rise(this.size++, slot, score)
    else if (this.isWorse(0, slot, score)) this.sink(slot, score)
    if (this.size === this.most) this.least = kept.scores[0] ?? 0
  }

  /** Best first. */
  sorted(): readonly { readonly slot: number; readonly score: number }[] {
    const { slots, scores } = kept
    return Array.from({ length: this.size }, (_, place) => ({
      slot: slots[place] ?? 0,
      score: scores[place] ?? 0,
    })).sort((a, b) => b.score - a.score || this.byAge(a.slot, b.slot))
  }

  private byAge(a: number, b: number): number {
    const [one, other] = [this.entries[a], this.entries[b]]
    return one && other ? oldestFirst(one.memory, other.memory) : a - b
  }

  private isWorse(place: number, slot: number, score: number): boolean {
    const there = kept.scores[place] ?? 0
    return there < score || (there === score && this.byAge(kept.slots[place] ?? 0, slot) > 0)
  }

  private put(place: number, slot: number, score: number): void {
    kept.slots[place] = slot
    kept.scores[place] = score
  }

  private rise(from: number, slot: number, score: number): void {
    let place = from
    while (place > 0) {
      const above = (place - 1) >> 1
      const [there, worth] = [kept.slots[above] ?? 0, kept.scores[above] ?? 0]
      if (worth < score || (worth === score && this.byAge(there, slot) > 0)) break
      this.put(place, there, worth)
      place = above
    }
    this.put(place, slot, score)
  }

  private sink(slot: number, score: number): void {
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      if (left >= this.size) break
      const right = left + 1
      const worse =
        right < this.size && this.isWorse(right, kept.slots[left] ?? 0, kept.scores[left] ?? 0) ? right : left
      if (!this.isWorse(worse, slot, score)) break
      this.put(place, kept.slots[worse] ?? 0, kept.scores[worse] ?? 0)
      place = worse
    }
    this.put(place, slot, score)
  }
}

/** So many of the best matches with their slots, best first. */
export type BestMatches = (most: number) => ReturnType<BestSlots['sorted']>

/**
 * Scores the visible memories that match, as `scorer` would, once all words and vectors have been compared, and gives the best
 * of those that pass the filters. Once there are enough, almost all others are refused by their score.
 */
export const scoredMatches = (query: Query, visible: VisibleBank, scores: ScoreColumns): BestMatches => {
  const { bank, permitted } = visible
  const { lexical, cosines, score } = scores
  const traits = traitsOf(query)
  const dates = dateScoringOf(query, visible)
  const isOfDate = traits.dateAlone && dates ? (slot: number) => datePartOf(dates, slot) > 0 : undefined
  const matching = matchesIn(visible, { threshold: traits.threshold, isOfDate }, scores)
  scoreEach(matching, visible, { ...traits, ...scores })
  if (dates !== undefined) addDates(dates, matching, score)
  return (most) => {
    const best = new BestSlots(bank, most)
    for (let i = 0; i < matching.length; i++) {
      const slot = matching[i] ?? 0
      const reached = score[slot] ?? 0
      if (reached < best.least) continue
      if (!isTaken(query.floors, { lexical: lexical[slot] ?? 0, cosine: cosines[slot] ?? 0 })) continue
      const { memory } = bank.entries[slot] ?? {}
      if (memory === undefined || (permitted !== undefined && !permitted.has(memory.id))) continue
      const isMistaken = bank.columns.subject[slot] === traits.hash && memory.subject !== traits.subject
      best.offer(slot, reached - (isMistaken ? WEIGHTS.name : 0))
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
    ...thresholdOf(termStatistics, query.threshold),
  }
}

// The loops over all memories are functions of their own that read nothing but columns, as those of score-bank.ts.

type Bar = Pick<Traits, 'threshold'> & { readonly isOfDate: ((slot: number) => boolean) | undefined }

/** The slots of the visible memories that match: by a word, by what they mean, or by a date. */
const matchesIn = ({ bank: { columns }, mask }: VisibleBank, bar: Bar, scores: ScoreColumns): Int32Array => {
  const { group, norm } = columns
  const { lexical, relatedTerms, cosines, matching } = scores
  const { threshold, isOfDate } = bar
  let count = 0
  for (let slot = 1; slot < matching.length; slot++) {
    const isNear = (cosines[slot] ?? 0) >= threshold && (norm[slot] ?? 0) > 0
    const isMatch = isNear || (lexical[slot] ?? 0) > 0 || (relatedTerms[slot] ?? 0) > 0 || isOfDate?.(slot)
    if (isMatch && mask[group[slot] ?? 0] === 1) matching[count++] = slot
  }
  return matching.subarray(0, count)
}

/** Writes the score of these memories, without its date part. */
const scoreEach = (
  slots: Int32Array,
  { bank: { columns }, trust }: VisibleBank,
  { answers, assistant, hash, lexical, relatedTerms, cosines, score }: Traits & ScoreColumns,
): void => {
  const { group, prior, flags, answerBits, subject } = columns
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const words = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0)
    const relevance = words + WEIGHTS.cosine * (cosines[slot] ?? 0)
    const flag = flags[slot] ?? 0
    let more = (prior[slot] ?? 0) + (answers[answerBits[slot] ?? 0] ?? 0)
    if ((flag & ASSISTANT) !== 0) more += assistant
    if ((flag & INSTRUCTION) !== 0 && words > 0) more += WEIGHTS.instruction
    if (subject[slot] === hash) more += WEIGHTS.name
    score[slot] = relevance + trustPart(trust[group[slot] ?? 0] ?? DEFAULT_TRUST, relevance) + more
  }
}
