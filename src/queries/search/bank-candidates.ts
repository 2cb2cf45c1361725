import { type Span, spansOf } from '../../indexing/dates/day.js'
import { ASSISTANT, type Bank, type Entry, INSTRUCTION } from '../bank-index/bank.js'
import { contextCosines, scoreWords, type WordScores } from '../bank-index/score-bank.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { bm25Of } from './bm25.js'
import { namedRangesOf, rangesOf } from './query-analysis/date-score.js'
import { answerScore } from './query-analysis/expected-kinds.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import { byScore, type Candidate, type Match, partOfDays, scorer, subjectOf, thresholdOf, WEIGHTS } from './score.js'
import type { Query } from './search-index.js'

/** More candidates than any answer shows, turns of many pieces included. */
const MOST = 300

/** The best matches of a bank: every memory that the caller may see is scored exactly. */
export const candidatesOf = (query: Query, visible: VisibleBank): readonly Candidate[] => {
  const words = scoreWords(visible, bm25Of(query.termStatistics))
  const cosines = query.vector === null ? undefined : contextCosines(visible, query.vector)
  const { slots, scores } = matchesOf(query, visible, { ...words, cosines })
  const least = leastOfBest(scores)
  const rank = scorer(query)
  const found: { readonly candidate: Candidate; readonly match: Match }[] = []
  for (let i = 0; i < slots.length; i++) {
    if ((scores[i] ?? 0) < least) continue
    const slot = slots[i] ?? 0
    const entry = visible.bank.entries[slot]
    if (entry === undefined) continue
    const candidate = candidateOf(entry, {
      lexical: words.lexical[slot] ?? 0,
      relatedTerms: words.relatedTerms[slot] ?? 0,
      cosine: cosineAt(visible, cosines, slot),
    })
    found.push({ candidate, match: rank(candidate) })
  }
  return found
    .toSorted((a, b) => byScore(a.match, b.match))
    .slice(0, MOST)
    .map(({ candidate }) => candidate)
}

const BINS = 1024

/** A score that at least MOST scores reach, and few more: by a histogram, because sorting takes longer than scoring. */
const leastOfBest = (scores: Float64Array): number => {
  if (scores.length <= MOST) return Number.NEGATIVE_INFINITY
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of scores) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  const width = (high - low) / BINS
  if (!(width > 0)) return low
  const bins = new Int32Array(BINS + 1)
  for (const score of scores) {
    const bin = Math.floor((score - low) / width)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  let bin = BINS
  for (let above = bins[bin] ?? 0; above < MOST; above += bins[bin] ?? 0) bin--
  return low + bin * width
}

/** Null where the query or the memory in its context has no vector. */
const cosineAt = ({ bank }: VisibleBank, cosines: Float64Array | undefined, slot: number): number | null =>
  cosines !== undefined && (bank.columns.norm[slot] ?? 0) > 0 ? (cosines[slot] ?? 0) : null

type Scores = WordScores & { readonly cosines: Float64Array | undefined }

/** The matches among the visible memories that pass the filters, and the score of each as `scorer` would give it. */
const matchesOf = (query: Query, visible: VisibleBank, { lexical, relatedTerms, cosines }: Scores) => {
  const { bank, mask, permitted } = visible
  const { entries, columns } = bank
  const { threshold, dateAlone } = thresholdOf(query, query.threshold)
  const more = queryParts(query, bank)
  const slots = new Int32Array(entries.length)
  const scores = new Float64Array(entries.length)
  let found = 0
  for (let slot = 1; slot < entries.length; slot++) {
    if (mask[columns.group[slot] ?? 0] !== 1) continue
    const words = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0)
    const isNear = cosines !== undefined && (columns.norm[slot] ?? 0) > 0
    const cosine = isNear ? (cosines[slot] ?? 0) : 0
    const date = more.date(slot)
    if (words <= 0 && !(isNear && cosine >= threshold) && !(dateAlone && date > 0)) continue
    if (permitted !== undefined && !permitted.has(entries[slot]?.memory.id ?? '')) continue
    slots[found] = slot
    const fixed = columns.prior[slot] ?? 0
    scores[found++] = words + WEIGHTS.cosine * cosine + fixed + date + more.others(slot, words)
  }
  return { slots: slots.subarray(0, found), scores: scores.subarray(0, found) }
}

/** The parts of a score that depend on the query, by slot. */
const queryParts = ({ analysis, termStatistics }: Query, { columns: { flags, answerBits }, entries }: Bank) => {
  const subject = subjectOf(termStatistics)
  const date = dateOf(analysis, termStatistics.days)
  const assistant = analysis.ofAssistant ? 0 : WEIGHTS.assistant
  /** By answer bits, of which there are few. */
  const answers: number[] = []
  const answer = (bits: number) => (answers[bits] ??= answerScore(analysis.kinds, bits))
  return {
    date: (slot: number): number => {
      const entry = date && entries[slot]
      return entry ? date(entry) : 0
    },
    others: (slot: number, words: number): number => {
      const flag = flags[slot] ?? 0
      return (
        ((flag & ASSISTANT) !== 0 ? assistant : 0) +
        ((flag & INSTRUCTION) !== 0 && words > 0 ? WEIGHTS.instruction : 0) +
        (subject !== undefined && entries[slot]?.memory.subject === subject ? WEIGHTS.name : 0) +
        answer(answerBits[slot] ?? 0)
      )
    },
  }
}

/**
 * The date part of a memory's score; undefined where the query names no date. The exact score is worked out only for
 * memories of a day on which it is above 0, because it takes microseconds.
 */
const dateOf = (analysis: QueryAnalysis, days: Span | null): ((entry: Entry) => number) | undefined => {
  const { dates, timeAlone } = analysis
  if (dates.length === 0) return undefined
  const part = (entry: Entry) => partOfDays(analysis, entry.memory.occurred_on, daysNamed(entry))
  if (days === null) return part
  const ranges = rangesOf(dates, days)
  const named = namedRangesOf(dates, days)
  const none = timeAlone ? WEIGHTS.otherTime : 0
  return (entry) => {
    const { occurred_on: day } = entry.memory
    const isOf = day !== null && ranges.some(({ from, to }) => from <= day && day <= to)
    return isOf || daysNamed(entry).some((span) => named.some(({ from, to }) => from <= span.to && span.from <= to))
      ? part(entry)
      : none
  }
}

/** Most memories name no day. */
const NONE: readonly Span[] = []

/** Read from its text once, when a query first asks for days. */
const daysNamed = (entry: Entry): readonly Span[] => {
  entry.named ??= entry.memory.named_days === '{}' ? NONE : spansOf(entry.memory.named_days)
  return entry.named
}

const candidateOf = (
  { memory, own_len }: Entry,
  scores: Pick<Candidate, 'lexical' | 'relatedTerms' | 'cosine'>,
): Candidate => ({
  id: memory.id,
  ordinal: memory.ordinal,
  created_at: memory.created_at,
  subject: memory.subject,
  is_question: memory.is_question,
  answer_bits: memory.answer_bits,
  occurred_on: memory.occurred_on,
  named_days: memory.named_days,
  role: memory.role,
  said_in: memory.said_in,
  own_len,
  lexical: scores.lexical,
  relatedTerms: scores.relatedTerms,
  cosine: scores.cosine,
})
