import { DEFAULT_TRUST } from '../../domain/agent.js'
import { placesIn } from '../../indexing/search-vector.js'
import { type Entry, isOpen, vectorOf } from '../bank-index/bank.js'
import type { PermittedReads } from '../bank-index/permitted-ids.js'
import { TermFrequencies } from '../bank-index/term-frequencies.js'
import { documentsOf, type VisibleBank } from '../bank-index/visible-bank.js'
import { daysNamed, scoredMatches } from './bank-scores.js'
import { BOOST_REACH } from './boost.js'
import { type Candidate, shownOnce } from './score.js'
import { bm25Of, ReusedColumns, scoreContexts, scoreWords } from './score-bank.js'
import type { OwnWords, Query } from './search-index.js'

/** More candidates than any answer shows, turns of many pieces included. */
const MOST = 300
/** So many matches for each turn of an answer are looked at first. */
const FEW = 6
/** Of so many times as many it is asked whether they pass the filters. */
const ASKED = 4
/** Additions in another order differ by less. */
const ROUNDING = 1e-9

const reused = new ReusedColumns()

type Ranked = { readonly entry: Entry; readonly score: number }
/** So many of the best, best first. */
type Best = (most: number) => readonly Ranked[]

/** The best matches of a bank: every memory that the caller may see is scored exactly, in one go. */
export const candidatesOf = (query: Query, frequencies: TermFrequencies): readonly Candidate[] => {
  const { best, measured } = scored(query, frequencies)
  const { shown } = shownBy(query, best)
  return withAnyway(shown, wantedAnyway(query, frequencies.visible)).map(measured)
}

/** What candidates say themselves, by id. */
export type OwnWordsOf = (ids: readonly string[]) => OwnWords

/**
 * Of these candidates: asked for once they were read, when their bank may be gone, so their directions are kept. Each memory
 * of the bank stands for so many of all.
 */
export const ownWordsOf = (visible: VisibleBank, candidates: readonly Candidate[], standsFor = 1): OwnWordsOf => {
  const { bank } = visible
  const entries = candidates.flatMap(({ id }) => bank.byId.get(id) ?? [])
  // A row of the bank is only valid until the next one is added.
  const directions = new Map(entries.map(({ memory, slot }) => [memory.id, vectorOf(bank, slot).slice()]))
  return (ids) => {
    const places = new Map(ids.map((id) => [id, placesIn(bank.byId.get(id)?.memory.own_words ?? '')]))
    const lexemes = new Set([...places.values()].flatMap((held) => [...held.keys()]))
    const documents = new Map([...lexemes].map((lexeme) => [lexeme, standsFor * documentsOf(visible, lexeme)]))
    return { places, documents, directions }
  }
}

/**
 * The same where it is not known which memories pass the filters: of the best it is asked. Where too few of these pass, it is
 * asked of all. Undefined where the bank is dropped meanwhile.
 */
export const permittedCandidates = async (
  query: Query,
  frequencies: TermFrequencies,
  filtered: PermittedReads,
): Promise<readonly Candidate[] | undefined> => {
  const { best, measured } = scored(query, frequencies)
  const most = ASKED * fewOf(query)
  const asked = best(most)
  const anyway = wantedAnyway(query, frequencies.visible)
  // The numbers of this search are another one's as soon as it waits.
  const candidates = new Map(
    withAnyway(
      asked.map(({ entry }) => entry),
      anyway,
    ).map((entry) => [entry.memory.id, measured(entry)]),
  )
  const passing = await filtered.among([...candidates.keys()])
  const permitted = asked.filter(({ entry }) => passing.has(entry.memory.id))
  const { shown, isAll } = shownBy(query, (most) => permitted.slice(0, most))
  if (asked.length === most && !isAll) {
    const visible = { ...frequencies.visible, permitted: await filtered.all() }
    return isOpen(visible.bank) ? candidatesOf(query, new TermFrequencies(visible)) : undefined
  }
  const wanted = anyway && passing.has(anyway.memory.id) ? anyway : undefined
  return withAnyway(shown, wanted).flatMap(({ memory }) => candidates.get(memory.id) ?? [])
}

const withAnyway = (shown: readonly Entry[], anyway: Entry | undefined): readonly Entry[] =>
  anyway && !shown.includes(anyway) ? [...shown, anyway] : shown

const scored = (query: Query, frequencies: TermFrequencies) => {
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
  const bestMatches = scoredMatches(query, visible, into)
  const best: Best = (most) =>
    bestMatches(most).flatMap(({ slot, score }) => {
      const entry = entries[slot]
      return entry ? [{ entry, score }] : []
    })
  return { best, measured }
}

const wantedAnyway = ({ anyway = '' }: Query, { bank, mask, permitted }: VisibleBank): Entry | undefined => {
  const entry = bank.byId.get(anyway)
  const isSeen = entry !== undefined && mask[bank.columns.group[entry.slot] ?? 0] === 1
  return isSeen && (permitted === undefined || permitted.has(anyway)) ? entry : undefined
}

/** How many matches are looked at first. */
const fewOf = ({ places }: Query): number => Math.min(MOST, FEW * places)

/** What an answer may show: the memories of the best turns, and those near enough to the last of these. */
const shownBy = (query: Query, bestMatches: Best) => {
  const few = fewOf(query)
  const best = bestMatches(few)
  const first = ofTurns(query.places, best)
  // Turns of many pieces may leave places free: then more is looked at.
  if (first.isAll || best.length < few || few === MOST) return first
  return ofTurns(query.places, bestMatches(MOST))
}

/** The first of these, up to where an answer has so many places, and those that differ little from the last. */
const ofTurns = (places: number, best: readonly Ranked[]) => {
  const shown: Entry[] = []
  const isShown = shownOnce()
  let left = places
  let least = Number.NEGATIVE_INFINITY
  for (const { entry, score } of best) {
    if (score < least) return { shown, isAll: true }
    if (left > 0 && isShown(entry.memory) && --left === 0) least = score - BOOST_REACH - ROUNDING
    shown.push(entry)
  }
  return { shown, isAll: false }
}

type Measured = Pick<Candidate, 'lexical' | 'relatedTerms' | 'cosine' | 'trust'>

const candidateOf = (entry: Entry, scores: Measured): Candidate => ({
  ...entry.memory,
  named: daysNamed(entry),
  own_len: entry.own_len,
  ...scores,
})
