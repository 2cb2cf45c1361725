import { inOrder } from '../concurrency/slices.js'
import { DEFAULT_TRUST } from '../domain/agent.js'
import { dayIn } from '../domain/moment.js'
import { type Entry, type IndexedMemory, subjectHash } from '../memory-index/memory-index.js'
import { Best } from '../memory-index/nearest.js'
import { TRAIT_WEIGHTS, traitsOf } from '../memory-index/traits.js'
import type { VisibleIndex } from '../memory-index/visible-index.js'
import { type Span, spansOf } from '../text/dates/day.js'
import { answerScore, type QueryAnalysis } from './query-analysis/query-analysis.js'
import { spanScore } from './query-analysis/query-dates.js'
import type { ScoreColumns } from './score-bank.js'
import { knownTerms, type TermStatistics } from './term-statistics.js'

/** What memories are scored by. */
export type Query = {
  readonly termStatistics: TermStatistics
  readonly analysis: QueryAnalysis
  /** A unit vector; null where the query has no known word. */
  readonly vector: Float32Array | null
  /** The least cosine of a memory that holds no word of it. */
  readonly threshold: number
  /** The day that is asked about, YYYY-MM-DD. */
  readonly today: string
  /** IANA: by a clock of this zone times of no known place have their days; absent: UTC. */
  readonly timeZone?: string | undefined
  /** How many turns the answer shows: candidates that cannot be among them may be left out. Infinity: none is. */
  readonly places: number
  /** The id of a memory that is scored whether it matches or not, if it passes the filters. */
  readonly anyway?: string | undefined
}

/** A memory that may match, with what its score is made of. */
export type Match = {
  readonly id: string
  readonly about: IndexedMemory
  /** Share of the query's words, weighted by rarity, 0 to 1. */
  readonly lexical: number
  /** What words near in meaning to the query's add. */
  readonly relatedTerms: number
  readonly cosine: number
  readonly name: number
  readonly question: number
  /** For what the machine side said, unless the query asks for that. */
  readonly assistant: number
  readonly length: number
  /** For memories of the time that the query names. */
  readonly date: number
  /** For texts that may hold the kind of answer that the query asks for. */
  readonly answer: number
  /** For how the user wants things like those asked for to be done, from now on. */
  readonly instruction: number
  /** For how far others trust the agent that shares it. */
  readonly trust: number
  /** Fast search: for what is recent, and for what is often wanted. */
  readonly recency: number
  readonly access: number
  /** Full search: by how much a reranker has changed the score. */
  readonly rerank: number
  readonly score: number
}

export const WEIGHTS = {
  cosine: 0.6,
  name: 0.25,
  question: TRAIT_WEIGHTS.question,
  assistant: -0.1,
  instruction: TRAIT_WEIGHTS.instruction,
  length: TRAIT_WEIGHTS.length,
  date: 0.3,
} as const

/**
 * What the score of a memory is made of:
 *   lexical + related + 0.6 · cosine + 0.25 if the query names this memory's subject and no other
 *       - 0.06 if the memory is a mere question + 0.05 · ln(3 + number of its own words)
 *       - 0.1 if the machine side said it, unless the query asks for what that recommended, suggested or answered
 *       + 0.15 if it tells how something is to be done from now on, and matches a word
 *       + 0.3 · date, how well it meets a date that the query names + up to 0.1 if it may hold the kind of answer asked for
 *       ± up to a quarter of the first three, by the trust in the agent that shares it (`trustPart`)
 * Fast search adds what boost.ts says, and a full one with a reranker changes it as rerank.ts says.
 * The weights were fitted on questions about long conversations; each lies on a plateau.
 */
const scorer = (query: Query, visible: VisibleIndex, scores: ScoreColumns): ((entry: Entry) => Match) => {
  const { analysis, termStatistics } = query
  const subject = subjectOf(termStatistics)
  const datePart = analysis.dates.length > 0 ? datePartOf(query) : () => 0
  return (entry) => {
    const { slot, memory } = entry
    const lexical = scores.lexical[slot] ?? 0
    const relatedTerms = scores.relatedTerms[slot] ?? 0
    const cosine = scores.cosines[slot] ?? 0
    const traits = traitsOf(entry)
    const relevance = lexical + relatedTerms + WEIGHTS.cosine * cosine
    const name = subject !== undefined && memory.subject === subject ? WEIGHTS.name : 0
    const assistant = traits.assistant && !analysis.ofAssistant ? WEIGHTS.assistant : 0
    const date = datePart(entry)
    const answer = answerScore(analysis.kinds, memory.answer_bits)
    const instruction = lexical + relatedTerms > 0 ? traits.instruction : 0
    const trust = trustPart(visible.trust[visible.memoryIndex.columns.group[slot] ?? 0] ?? DEFAULT_TRUST, relevance)
    return {
      id: memory.id,
      about: memory,
      lexical,
      relatedTerms,
      cosine,
      name,
      question: traits.question,
      assistant,
      length: traits.length,
      date,
      answer,
      instruction,
      trust,
      recency: 0,
      access: 0,
      rerank: 0,
      score: relevance + name + traits.question + assistant + traits.length + date + answer + instruction + trust,
    }
  }
}

/** The subject that a memory is preferred for: the one that the query names, and none where it names several. */
const subjectOf = ({ subjects: [named, ...others] }: TermStatistics): string | undefined =>
  others.length === 0 ? named : undefined

/** How much of the relevance of a memory the trust in its agent adds or takes away at most. */
const REACH = 0.25

/**
 * 0.25 · (2 · trust − 1) · relevance, where that is above 0: what an agent shares counts for a quarter less at trust 0 and
 * for a quarter more at trust 1. At 0.5, which is also that of an agent of which nothing is set, it changes nothing; and
 * what does not match is neither raised nor lowered.
 */
const trustPart = (trust: number, relevance: number): number =>
  relevance > 0 ? REACH * (2 * trust - 1) * relevance : 0

/** Of a memory, by its day and by those that it names: each span is measured once. */
const datePartOf = ({
  analysis: { dates },
  timeZone,
}: Pick<Query, 'analysis' | 'timeZone'>): ((entry: Entry) => number) => {
  const known = new Map<string, number>()
  const scoreOf = (span: Span): number => {
    const key = `${span.from} ${span.to}`
    const score = known.get(key) ?? spanScore(dates, span)
    known.set(key, score)
    return score
  }
  return (entry) => {
    const day = dayToldIn(timeZone, entry.memory)
    const own = day === null ? 0 : scoreOf({ from: day, to: day })
    return WEIGHTS.date * daysNamed(entry).reduce((best, span) => Math.max(best, scoreOf(span)), own)
  }
}

const dayToldIn = (timeZone: string | undefined, { occurred_on, observed_at, observed_offset }: IndexedMemory) =>
  timeZone === undefined || observed_offset !== null
    ? occurred_on
    : dayIn(timeZone, { instant: observed_at, offset: null })

/** Most memories name no day. */
const NONE: readonly Span[] = []

/** Read from its text once, when a query first asks for days. */
export const daysNamed = (entry: Entry): readonly Span[] => {
  entry.named ??= entry.memory.named_days === '{}' ? NONE : spansOf(entry.memory.named_days)
  return entry.named
}

/**
 * Finds the visible memories that match, once all words and vectors have been compared: `best` gives so many that pass the
 * filters, best first. Of thousands few are measured: once there are enough, those that cannot reach the worst of the best are
 * skipped. What does not match can be `measured` as well.
 */
export const matchesIn = (query: Query, visible: VisibleIndex, scores: ScoreColumns) => {
  const { memoryIndex, permitted } = visible
  const matching = slotsOf(query, visible, scores)
  const measured = scorer(query, visible, scores)
  const isBelow = boundsOf(query, visible, scores)
  return {
    measured,
    has: (slot: number): boolean => matching.includes(slot),
    best: (most: number): readonly Match[] => {
      const best = new Best(most, byScore)
      for (let i = 0; i < matching.length; i++) {
        const slot = matching[i] ?? 0
        if (best.worst !== undefined && isBelow(slot, best.worst.score)) continue
        const entry = memoryIndex.entries[slot]
        if (entry !== undefined && (permitted === undefined || permitted.has(entry.memory.id)))
          best.add(measured(entry))
      }
      return best.best()
    },
  }
}

/**
 * The slots of the visible memories that match: by a word, by what they mean, or, where the query holds no known word, by a date.
 * Name, length and the like never make a match.
 */
const slotsOf = (
  query: Query,
  { memoryIndex: { columns, entries }, mask }: VisibleIndex,
  scores: ScoreColumns,
): Int32Array => {
  const { group, norm } = columns
  const { lexical, relatedTerms, cosines, matching } = scores
  const { threshold, termStatistics, analysis } = query
  const isDateAlone = knownTerms(termStatistics).length === 0 && termStatistics.relatedTerms.length === 0
  const datePart = isDateAlone && analysis.dates.length > 0 ? datePartOf(query) : undefined
  const isOfDate = (entry: Entry | undefined) => entry !== undefined && datePart !== undefined && datePart(entry) > 0
  let count = 0
  for (let slot = 1; slot < matching.length; slot++) {
    const isNear = (cosines[slot] ?? 0) >= threshold && (norm[slot] ?? 0) > 0
    const isMatch = isNear || (lexical[slot] ?? 0) > 0 || (relatedTerms[slot] ?? 0) > 0 || isOfDate(entries[slot])
    if (isMatch && mask[group[slot] ?? 0] === 1) matching[count++] = slot
  }
  return matching.subarray(0, count)
}

/** Additions in another order differ by less. */
export const ROUNDING = 1e-9

/** Whether a memory cannot reach a score: read from columns, and where a date is asked for from those that come near. */
const boundsOf = (query: Query, visible: VisibleIndex, { lexical, relatedTerms, cosines }: ScoreColumns) => {
  const { columns, entries } = visible.memoryIndex
  const { prior, answerBits, subject } = columns
  const { analysis, termStatistics } = query
  const named = subjectOf(termStatistics)
  const hash = named === undefined ? Number.NaN : subjectHash(named)
  const datePart = analysis.dates.length > 0 ? datePartOf(query) : undefined
  const trusted = 1 + visible.trust.reduce((greatest, trust) => Math.max(greatest, trustPart(trust, 1)), 0)
  return (slot: number, score: number): boolean => {
    const relevance = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0) + WEIGHTS.cosine * (cosines[slot] ?? 0)
    const name = subject[slot] === hash ? WEIGHTS.name : 0
    const more = (prior[slot] ?? 0) + name + answerScore(analysis.kinds, answerBits[slot] ?? 0)
    const most = Math.max(relevance, trusted * relevance) + more
    const least = score - ROUNDING
    if (datePart === undefined) return most < least
    const entry = most + WEIGHTS.date < least ? undefined : entries[slot]
    return entry === undefined || most + datePart(entry) < least
  }
}

/** The score as callers see it, 0 to 1. */
export const publicScore = (score: number): number => Math.min(1, Math.max(0, score / 2))

/** The later said first; of one time the later written. */
export const newestFirst = ({ about: a }: Match, { about: b }: Match): number =>
  inOrder(b.observed_at, a.observed_at) || Number(b.ordinal - a.ordinal) || inOrder(a.id, b.id)

/** Best first; of equals the earlier said. */
export const byScore = (a: Match, b: Match): number =>
  b.score - a.score ||
  inOrder(a.about.observed_at, b.about.observed_at) ||
  Number(a.about.ordinal - b.about.ordinal) ||
  inOrder(a.id, b.id)
