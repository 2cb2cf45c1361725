import { DEFAULT_TRUST } from '../../domain/agent.js'
import type { Bank, Entry } from '../bank-index/bank.js'
import { scoreContexts, scoreWords } from '../bank-index/score-bank.js'
import { ReusedColumns } from '../bank-index/score-columns.js'
import type { TermFrequencies } from '../bank-index/term-frequencies.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import { daysNamed } from './bank-dates.js'
import { type BestMatches, scoredMatches } from './bank-scores.js'
import { bm25Of } from './bm25.js'
import { BOOST_REACH } from './boost.js'
import type { Candidate } from './score.js'
import type { Query } from './search-index.js'
import { shownOnce } from './shown-once.js'

/** More candidates than any answer shows, turns of many pieces included. */
const MOST = 300
/** So many matches for each turn of an answer are looked at first. */
const FEW = 6
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
  const found = shownBy(query, entries, scoredMatches(query, visible, into)).map(measured)
  const anyway = wantedAnyway(query, visible)
  return anyway && found.every(({ id }) => id !== anyway.memory.id) ? [...found, measured(anyway)] : found
}

const wantedAnyway = ({ anyway = '' }: Query, { bank, mask, permitted }: VisibleBank): Entry | undefined => {
  const entry = bank.byId.get(anyway)
  const isSeen = entry !== undefined && mask[bank.columns.group[entry.slot] ?? 0] === 1
  return isSeen && (permitted === undefined || permitted.has(anyway)) ? entry : undefined
}

/** What an answer may show: the memories of the best turns, and those near enough to the last of these. */
const shownBy = ({ places }: Query, entries: Bank['entries'], bestMatches: BestMatches): readonly Entry[] => {
  const few = Math.min(MOST, FEW * places)
  const best = bestMatches(few)
  const { shown, isAll } = ofTurns(places, entries, best)
  // Turns of many pieces may leave places free: then more is looked at.
  return isAll || best.length < few || few === MOST ? shown : ofTurns(places, entries, bestMatches(MOST)).shown
}

/** The first of these, up to where an answer has so many places, and those that differ little from the last. */
const ofTurns = (places: number, entries: Bank['entries'], best: ReturnType<BestMatches>) => {
  const shown: Entry[] = []
  const isShown = shownOnce()
  let left = places
  let least = Number.NEGATIVE_INFINITY
  for (const { slot, score } of best) {
    const entry = entries[slot]
    if (entry === undefined) continue
    if (score < least) return { shown, isAll: true }
    if (left > 0 && isShown(entry.memory) && --left === 0) least = score - BOOST_REACH - ROUNDING
    shown.push(entry)
  }
  return { shown, isAll: false }
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
