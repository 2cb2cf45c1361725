import { DEFAULT_TRUST } from '../../domain/agent.js'
import { ANSWER_SETS } from '../../indexing/answer-bits.js'
import { ASSISTANT, type Entry, INSTRUCTION, subjectHash } from '../bank-index/bank.js'
import { scoreContexts, scoreWords } from '../bank-index/score-bank.js'
import { ReusedColumns, type ScoreColumns } from '../bank-index/score-columns.js'
import type { TermFrequencies } from '../bank-index/term-frequencies.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { addDates, datePartOf, dateScoringOf, daysNamed } from './bank-dates.js'
import { BestSlots } from './best-slots.js'
import { bm25Of } from './bm25.js'
import { BOOST_REACH } from './boost.js'
import { isTaken } from './floors.js'
import { answerScore } from './query-analysis/expected-kinds.js'
import { type Candidate, subjectOf, thresholdOf, WEIGHTS } from './score.js'
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
 * enough, almost all others are refused by their score.
 */
const bestMatches = (query: Query, visible: VisibleBank, scores: ScoreColumns) => {
  const { bank, permitted } = visible
  const { lexical, relatedTerms, cosines, score } = scores
  const { entries, columns } = bank
  const { threshold, dateAlone } = thresholdOf(query, query.threshold)
  const dates = dateScoringOf(query, visible)
  const traits = traitsOf(query)
  scoreAll(visible, traits, scores)
  if (dates !== undefined) addDates(dates, score)
  const best = new BestSlots(bank, MOST)
  for (let slot = nextOf(score, 1, best.least); slot < score.length; slot = nextOf(score, slot + 1, best.least)) {
    const words = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0)
    const isNear = (cosines[slot] ?? 0) >= threshold && (columns.norm[slot] ?? 0) > 0
    if (words <= 0 && !isNear && !(dateAlone && dates !== undefined && datePartOf(dates, slot) > 0)) continue
    if (!isTaken(query.floors, { lexical: lexical[slot] ?? 0, cosine: cosines[slot] ?? 0 })) continue
    const { memory } = entries[slot] ?? {}
    if (memory === undefined || (permitted !== undefined && !permitted.has(memory.id))) continue
    const isMistaken = columns.subject[slot] === traits.hash && memory.subject !== traits.subject
    best.offer(slot, (score[slot] ?? 0) - (isMistaken ? WEIGHTS.name : 0))
  }
  return best.sorted()
}

// The loops over all memories are functions of their own that read nothing but columns, as those of score-bank.ts.

/** The next slot whose score is at least this, or the length of the column. */
const nextOf = (score: Float64Array, from: number, least: number): number => {
  // What is not visible has -Infinity, which is not less than that of a heap that is not full yet.
  const bar = Math.max(least, -Number.MAX_VALUE)
  let slot = from
  while (slot < score.length && (score[slot] ?? 0) < bar) slot++
  return slot
}

/** Writes the score of every visible memory without its date part; -Infinity where a memory is not visible. */
const scoreAll = ({ bank: { columns }, mask, trust }: VisibleBank, traits: Traits, scores: ScoreColumns): void => {
  const { group, prior, flags, answerBits, subject } = columns
  const { lexical, relatedTerms, cosines, score } = scores
  const { answers, assistant, hash } = traits
  for (let slot = 0; slot < score.length; slot++) {
    const of = group[slot] ?? 0
    if (mask[of] !== 1) {
      score[slot] = Number.NEGATIVE_INFINITY
      continue
    }
    const words = (lexical[slot] ?? 0) + (relatedTerms[slot] ?? 0)
    const relevance = words + WEIGHTS.cosine * (cosines[slot] ?? 0)
    const flag = flags[slot] ?? 0
    let more = (prior[slot] ?? 0) + (answers[answerBits[slot] ?? 0] ?? 0)
    if ((flag & ASSISTANT) !== 0) more += assistant
    if ((flag & INSTRUCTION) !== 0 && words > 0) more += WEIGHTS.instruction
    if (subject[slot] === hash) more += WEIGHTS.name
    score[slot] = relevance + trustPart(trust[of] ?? DEFAULT_TRUST, relevance) + more
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
}

const traitsOf = ({ analysis, termStatistics }: Query): Traits => {
  const subject = subjectOf(termStatistics)
  return {
    answers: Float64Array.from({ length: ANSWER_SETS }, (_, bits) => answerScore(analysis.kinds, bits)),
    assistant: analysis.ofAssistant ? 0 : WEIGHTS.assistant,
    subject,
    hash: subject === undefined ? Number.NaN : subjectHash(subject),
  }
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
