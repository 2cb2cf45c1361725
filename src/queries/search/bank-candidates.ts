import { DEFAULT_TRUST } from '../../domain/agent.js'
import { ANSWER_SETS } from '../../indexing/answer-bits.js'
import { type Span, spansOf } from '../../indexing/dates/day.js'
import {
  ASSISTANT,
  type DayRange,
  dayRanges,
  type Entry,
  INSTRUCTION,
  NAMES_DAYS,
  subjectHash,
} from '../bank-index/bank.js'
import { scoreContexts, scoreWords } from '../bank-index/score-bank.js'
import { ReusedColumns, type ScoreColumns } from '../bank-index/score-columns.js'
import type { TermFrequencies } from '../bank-index/term-frequencies.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { BestSlots } from './best-slots.js'
import { bm25Of } from './bm25.js'
import { BOOST_REACH } from './boost.js'
import { isTaken } from './floors.js'
import { namedRangesOf, rangesOf } from './query-analysis/date-score.js'
import { answerScore } from './query-analysis/expected-kinds.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import { type Candidate, partOfDays, subjectOf, thresholdOf, WEIGHTS } from './score.js'
import type { Query } from './search-index.js'
import { trustPart } from './trust-part.js'

/** More candidates than any answer shows, turns of many pieces included. */
const MOST = 300
/** Additions in another order differ by less. */
const ROUNDING = 1e-9

const reused = new ReusedColumns()

/** The best matches of a bank: every memory that the caller may see is scored exactly, in one go. */
export const candidatesOf = (query: Query, frequencies: TermFrequencies): readonly Candidate[] => {
  const { visible } = frequencies
  const { entries, blocks, layout, columns } = visible.bank
  const into = reused.of({ slots: entries.length, places: blocks.length * layout.rows })
  scoreWords(frequencies, bm25Of(query.termStatistics), into)
  if (query.vector !== null) scoreContexts(visible, query.vector, into)
  const measured = (entry: Entry): Candidate => {
    const isPlaced = query.vector !== null && (columns.norm[entry.slot] ?? 0) > 0
    return candidateOf(entry, {
      lexical: into.lexical[entry.slot] ?? 0,
      relatedTerms: into.relatedTerms[entry.slot] ?? 0,
      cosine: isPlaced ? (into.cosines[entry.slot] ?? 0) : null,
      trust: visible.trust[columns.group[entry.slot] ?? 0] ?? DEFAULT_TRUST,
    })
  }
  const found: Candidate[] = []
  const turns = new Set<string>()
  let least = Number.NEGATIVE_INFINITY
  for (const { slot, score } of bestMatches(query, visible, into)) {
    const entry = entries[slot]
    if (entry === undefined) continue
    if (score < least) break
    if (turns.size < query.places && turns.add(entry.memory.said_in).size === query.places)
      least = score - BOOST_REACH - ROUNDING
    found.push(measured(entry))
  }
  const anyway = wantedAnyway(query, visible)
  return anyway && found.every(({ id }) => id !== anyway.memory.id) ? [...found, measured(anyway)] : found
}

const wantedAnyway = ({ anyway = '' }: Query, { bank, mask, permitted }: VisibleBank): Entry | undefined => {
  const entry = bank.byId.get(anyway)
  const isSeen = entry !== undefined && mask[bank.columns.group[entry.slot] ?? 0] === 1
  return isSeen && (permitted === undefined || permitted.has(anyway)) ? entry : undefined
}

/**
 * The slots of the best matches among the visible memories that pass the filters, scored as `scorer` would. Once there are
 * enough, most memories are refused by their words and cosine: not even the most that all the rest can add helps them.
 */
const bestMatches = (query: Query, visible: VisibleBank, { lexical, relatedTerms, cosines }: ScoreColumns) => {
  const { bank, mask, trust, permitted } = visible
  const { entries, columns } = bank
  const { group, norm, prior } = columns
  const { threshold, dateAlone } = thresholdOf(query, query.threshold)
  const date = dateOf(query, visible)
  const traits = traitsOf(query, visible)
  const most = traits.most + (date === undefined ? 0 : WEIGHTS.date) + ROUNDING
  const best = new BestSlots(bank, MOST)
  for (let slot = 1; slot < entries.length; slot++) {
    const of = group[slot] ?? 0
    if (mask[of] !== 1) continue
    const words = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0)
    const cosine = cosines[slot] ?? 0
    const relevance = words + WEIGHTS.cosine * cosine
    const known = relevance + (prior[slot] ?? 0) + trustPart(trust[of] ?? DEFAULT_TRUST, relevance)
    if (known + most < best.least) continue
    const days = date === undefined ? 0 : date(slot)
    if (words <= 0 && !(cosine >= threshold && (norm[slot] ?? 0) > 0) && !(dateAlone && days > 0)) continue
    if (!isTaken(query.floors, { lexical: lexical[slot] ?? 0, cosine })) continue
    if (permitted !== undefined && !permitted.has(entries[slot]?.memory.id ?? '')) continue
    best.offer(slot, known + days + traits.of(slot, words > 0))
  }
  return best.sorted()
}

/** What the query prefers in a memory whatever its words are: its subject, who said it, the answers that it may hold. */
const traitsOf = ({ analysis, termStatistics }: Query, { bank: { columns, entries } }: VisibleBank) => {
  const { flags, answerBits, subject: subjects } = columns
  const subject = subjectOf(termStatistics)
  const hash = subject === undefined ? undefined : subjectHash(subject)
  const assistant = analysis.ofAssistant ? 0 : WEIGHTS.assistant
  const answers = Float64Array.from({ length: ANSWER_SETS }, (_, bits) => answerScore(analysis.kinds, bits))
  const of = (slot: number, holdsWords: boolean): number => {
    const flag = flags[slot] ?? 0
    let score = answers[answerBits[slot] ?? 0] ?? 0
    if ((flag & ASSISTANT) !== 0) score += assistant
    if ((flag & INSTRUCTION) !== 0 && holdsWords) score += WEIGHTS.instruction
    // The hash is at hand; to visit thousands of memories takes longer than all the rest.
    if (subjects[slot] === hash && entries[slot]?.memory.subject === subject) score += WEIGHTS.name
    return score
  }
  const most = Math.max(...answers) + WEIGHTS.instruction + (subject === undefined ? 0 : WEIGHTS.name)
  return { of, most }
}

/**
 * The date part of a memory's score; undefined where the query names no date. The exact score is worked out only for
 * memories of a day on which it is above 0, and once for those of one day that name no other, because it takes
 * microseconds.
 */
const dateOf = (
  { analysis, termStatistics: { days } }: Query,
  { bank: { columns, entries } }: VisibleBank,
): ((slot: number) => number) | undefined => {
  const { dates, timeAlone } = analysis
  if (dates.length === 0) return undefined
  const ranges = days && dayRanges(rangesOf(dates, days))
  const named = days ? dayRanges(namedRangesOf(dates, days)) : []
  const none = timeAlone ? WEIGHTS.otherTime : 0
  const exactly = exactPart(analysis)
  return (slot) => {
    const day = columns.day[slot] ?? 0
    const spans = ((columns.flags[slot] ?? 0) & NAMES_DAYS) === 0 ? NONE : daysNamed(entries[slot])
    const isOf =
      ranges === null ||
      (day > 0 && ranges.some(({ first, last }) => first <= day && day <= last)) ||
      spans.some((span) => named.some(({ first, last }) => first <= span.last && span.first <= last))
    return isOf ? exactly(day, { on: entries[slot]?.memory.occurred_on ?? null, named: spans }) : none
  }
}

type DaysOf = { readonly on: string | null; readonly named: readonly Span[] }

const exactPart = (analysis: QueryAnalysis) => {
  const ofDay = new Map<number, number>()
  return (day: number, { on, named }: DaysOf): number => {
    if (named.length > 0) return partOfDays(analysis, on, named)
    const part = ofDay.get(day) ?? partOfDays(analysis, on, named)
    ofDay.set(day, part)
    return part
  }
}

/** Most memories name no day. */
const NONE: readonly DayRange[] = []

/** Read from its text once, when a query first asks for days. */
const daysNamed = (entry: Entry | undefined): readonly DayRange[] => {
  if (entry === undefined) return NONE
  entry.named ??= entry.memory.named_days === '{}' ? NONE : dayRanges(spansOf(entry.memory.named_days))
  return entry.named
}

type Measured = Pick<Candidate, 'lexical' | 'relatedTerms' | 'cosine' | 'trust'>

const candidateOf = (entry: Entry, scores: Measured): Candidate => {
  const { memory, own_len } = entry
  return {
    id: memory.id,
    ordinal: memory.ordinal,
    created_at: memory.created_at,
    subject: memory.subject,
    is_question: memory.is_question,
    answer_bits: memory.answer_bits,
    occurred_on: memory.occurred_on,
    named: daysNamed(entry),
    role: memory.role,
    said_in: memory.said_in,
    rests_on: memory.rests_on,
    own_len,
    ...scores,
  }
}
