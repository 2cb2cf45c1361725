import { DEFAULT_TRUST } from '../../domain/agent.js'
import { ANSWER_SETS } from '../../text/answer-bits.js'
import { type Span, spansOf } from '../../text/dates/day.js'
import {
  ASSISTANT,
  dayNumber,
  type Entry,
  INSTRUCTION,
  NAMES_DAYS,
  type NumberedSpan,
  subjectHash,
} from '../bank-index/bank.js'
import { Best } from '../bank-index/best.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { answerScore } from './query-analysis/query-analysis.js'
import { rangesOf, spanScore } from './query-analysis/query-dates.js'
import { type Match, oldestFirst, subjectOf, thresholdOf, traitsOf, trustPart, WEIGHTS } from './score.js'
import type { ScoreColumns } from './score-bank.js'
import type { Query } from './search-index.js'

type Scored = { readonly entry: Entry; readonly score: number }

/** Of equals the older is better. */
const byScore = (a: Scored, b: Scored): number => b.score - a.score || oldestFirst(a.entry.memory, b.entry.memory)

/** So many of the best matches, best first. */
type BestMatches = (most: number) => readonly Entry[]

/**
 * Scores the visible memories that match, as `scorer` does, once all words and vectors have been compared, and gives the best
 * of those that pass the filters. Once there are enough, almost all others are refused by their score.
 */
export const scoredMatches = (query: Query, visible: VisibleBank, scores: ScoreColumns): BestMatches => {
  const { bank, permitted } = visible
  const { score } = scores
  const wanted = preferencesOf(query)
  const datePart = datePartOf(query, visible)
  const isOfDate = wanted.dateAlone && datePart ? (slot: number) => datePart(slot) > 0 : undefined
  const matching = matchesIn(visible, { threshold: wanted.threshold, isOfDate }, scores)
  scoreEach(matching, visible, { ...wanted, ...scores })
  if (datePart) addTo(score, matching, datePart)
  return (most) => {
    const best = new Best(most, byScore)
    for (let i = 0; i < matching.length; i++) {
      const slot = matching[i] ?? 0
      const reached = score[slot] ?? 0
      if (best.worst !== undefined && reached < best.worst.score) continue
      const entry = bank.entries[slot]
      if (entry === undefined || (permitted !== undefined && !permitted.has(entry.memory.id))) continue
      const isMistaken = bank.columns.subject[slot] === wanted.hash && entry.memory.subject !== wanted.subject
      best.add({ entry, score: reached - (isMistaken ? WEIGHTS.name : 0) })
    }
    return best.best().map(({ entry }) => entry)
  }
}

/**
 * The date part of a memory's score, by its slot; undefined where the query names no date. Days that are not asked for are passed
 * over; thousands of memories are of the same days and name the same few hundred spans, so each of the others is measured once.
 */
export const datePartOf = (
  { analysis: { dates }, today }: Pick<Query, 'analysis' | 'today'>,
  { bank: { columns, entries } }: VisibleBank,
) => {
  if (dates.length === 0) return undefined
  const ranges = rangesOf(dates, today).map(numbered)
  const known = new Map<number, number>()
  const scoreOf = (span: NumberedSpan): number => {
    const key = span.first * DAYS + span.last
    const score = known.get(key) ?? spanScore(dates, span)
    known.set(key, score)
    return score
  }
  return (slot: number): number => {
    const on = columns.day[slot] ?? 0
    const isOfDay = isWithin(ranges, on, on)
    const namesDays = ((columns.flags[slot] ?? 0) & NAMES_DAYS) !== 0
    if (!isOfDay && !namesDays) return 0
    const from = entries[slot]?.memory.occurred_on ?? ''
    let best = isOfDay ? scoreOf({ from, to: from, first: on, last: on }) : 0
    for (const span of namesDays ? daysNamed(entries[slot]) : NONE)
      if (isWithin(ranges, span.first, span.last)) best = Math.max(best, scoreOf(span))
    return WEIGHTS.date * best
  }
}

/** More than any day is as a number. */
const DAYS = 100_000_000

const numbered = (span: Span): NumberedSpan => ({ ...span, first: dayNumber(span.from), last: dayNumber(span.to) })

/** Whether one of the ranges, which are in order, has a day of these. */
const isWithin = (ranges: readonly NumberedSpan[], first: number, last: number): boolean => {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.last ?? 0) < first) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.first ?? Number.POSITIVE_INFINITY) <= last
}

/** Most memories name no day. */
const NONE: readonly NumberedSpan[] = []

/** Read from its text once, when a query first asks for days. */
const daysNamed = (entry: Entry | undefined): readonly NumberedSpan[] => {
  if (entry === undefined) return NONE
  entry.named ??= entry.memory.named_days === '{}' ? NONE : spansOf(entry.memory.named_days).map(numbered)
  return entry.named
}

/**
 * What the score of a memory is made of, once all words and vectors have been compared:
 *   lexical + related + 0.6 · cosine + 0.25 if the query names this memory's subject and no other
 *       - 0.06 if the memory is a mere question + 0.05 · ln(3 + number of its own words)
 *       - 0.1 if the machine side said it, unless the query asks for what that recommended, suggested or answered
 *       + 0.15 if it tells how something is to be done from now on, and matches a word
 *       + 0.3 · date, how well it meets a date that the query names + up to 0.1 if it may hold the kind of answer asked for
 *       ± up to a quarter of the first three, by the trust in the agent that shares it (`trustPart`)
 * The weights were fitted on questions about long conversations; each lies on a plateau.
 */
export const scorer = (query: Query, visible: VisibleBank, scores: ScoreColumns): ((entry: Entry) => Match) => {
  const { analysis, termStatistics } = query
  const subject = subjectOf(termStatistics)
  const datePart = datePartOf(query, visible)
  return (entry) => {
    const { slot, memory } = entry
    const [lexical = 0, relatedTerms = 0, cosine = 0] = [
      scores.lexical[slot],
      scores.relatedTerms[slot],
      scores.cosines[slot],
    ]
    const traits = traitsOf(entry)
    const relevance = lexical + relatedTerms + WEIGHTS.cosine * cosine
    const more = {
      name: subject !== undefined && memory.subject === subject ? WEIGHTS.name : 0,
      question: traits.question,
      assistant: traits.assistant && !analysis.ofAssistant ? WEIGHTS.assistant : 0,
      length: traits.length,
      date: datePart?.(slot) ?? 0,
      answer: answerScore(analysis.kinds, memory.answer_bits),
      instruction: traits.instruction && lexical + relatedTerms > 0 ? WEIGHTS.instruction : 0,
      trust: trustPart(visible.trust[visible.bank.columns.group[slot] ?? 0] ?? DEFAULT_TRUST, relevance),
    }
    const { name, question, assistant, length, date, answer, instruction, trust } = more
    return {
      id: memory.id,
      about: memory,
      lexical,
      relatedTerms,
      cosine,
      ...more,
      recency: 0,
      access: 0,
      rerank: 0,
      score: relevance + name + question + assistant + length + date + answer + instruction + trust,
    }
  }
}

/** What the query prefers in a memory whatever its words are: the answers that it may hold, who said it, its subject. */
type Preferences = {
  /** By answer bits. */
  readonly answers: Float64Array
  readonly assistant: number
  readonly subject: string | undefined
  /** Of the subject; other subjects may have the same. No column holds the one of no subject. */
  readonly hash: number
} & ReturnType<typeof thresholdOf>

const preferencesOf = (query: Query): Preferences => {
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

/** Adds a part to the scores of these memories. */
const addTo = (score: Float64Array, slots: Int32Array, part: (slot: number) => number): void => {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    score[slot] = (score[slot] ?? 0) + part(slot)
  }
}

type Bar = Pick<Preferences, 'threshold'> & { readonly isOfDate: ((slot: number) => boolean) | undefined }

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
  { answers, assistant, hash, lexical, relatedTerms, cosines, score }: Preferences & ScoreColumns,
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
