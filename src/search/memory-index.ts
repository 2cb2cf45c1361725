import { inTurns } from '../concurrency/steps.js'
import { countAllWords } from '../memory-index/change-memory-index.js'
import { isOpen, vectorOf } from '../memory-index/memory-index.js'
import { TermFrequencies } from '../memory-index/term-frequencies.js'
import { type PermittedReads, type VisibleIndex, visibleWords } from '../memory-index/visible-index.js'
import type { LessonsInScope } from '../queries/visible-lessons.js'
import { placesIn, quoted } from '../text/search-vector.js'

import { BOOST_REACH } from './boost.js'
import { shownOnce } from './deduplicate.js'
import { type Match, matchesIn, type Query, ROUNDING } from './score.js'
import { bm25Of, ReusedColumns, scoreContexts, scoreWords } from './score-bank.js'
import type { Anyway, Candidates, Lookup, LookupResult, SearchIndex } from './search-index.js'

/** More candidates than any answer shows, turns of many pieces included. */
const MOST = 300
/** So many matches for each turn of an answer are looked at first. */
const FEW = 6
/** Of so many times as many it is asked whether they pass the filters. */
const ASKED = 4
const reused = new ReusedColumns()

type Found = Omit<Candidates, 'ownWords'>

/** The best matches of an index: every memory that the caller may see is scored exactly, in one go. */
export const candidatesOf = (query: Query, frequencies: TermFrequencies): Found => {
  const { best, anyway } = scored(query, frequencies)
  return withAnyway(shownBy(query, best).shown, anyway)
}

/** All memories of an index, whether they match or not. */
export const measuredIn = (query: Query, frequencies: TermFrequencies): Found => {
  const { measured } = scored(query, frequencies)
  const { entries } = frequencies.visible.memoryIndex
  return { matches: entries.flatMap((entry) => (entry === undefined ? [] : [measured(entry)])), anyway: null }
}

/**
 * With what these candidates say themselves: asked for once they were read, when their index may be gone, so their directions are
 * kept.
 */
export const withOwnWords = ({ memoryIndex }: VisibleIndex, found: Found): Candidates => {
  const entries = found.matches.flatMap(({ id }) => memoryIndex.byId.get(id) ?? [])
  // A row of the index is only valid until the next one is added.
  const directions = new Map(entries.map(({ memory, slot }) => [memory.id, vectorOf(memoryIndex, slot).slice()]))
  const ownWords: Candidates['ownWords'] = (ids) => {
    const places = new Map(ids.map((id) => [id, placesIn(memoryIndex.byId.get(id)?.memory.own_words ?? '')]))
    return { places, directions }
  }
  return { ...found, ownWords }
}

/** Asks which of the best pass the filters; if too few do, which of all. Undefined where the index goes meanwhile. */
const permittedCandidates = async (
  query: Query,
  frequencies: TermFrequencies,
  filtered: PermittedReads,
): Promise<Found | undefined> => {
  const { best, anyway } = scored(query, frequencies)
  const most = ASKED * fewOf(query)
  const asked = best(most)
  const passing = await filtered.among([...asked.map(({ id }) => id), ...(anyway ? [anyway.match.id] : [])])
  const permitted = asked.filter(({ id }) => passing.has(id))
  const { shown, isAll } = shownBy(query, (most) => permitted.slice(0, most))
  if (asked.length === most && !isAll) {
    const visible = { ...frequencies.visible, permitted: await filtered.all() }
    return isOpen(visible.memoryIndex) ? candidatesOf(query, new TermFrequencies(visible)) : undefined
  }
  return withAnyway(shown, anyway && passing.has(anyway.match.id) ? anyway : null)
}

const withAnyway = (shown: readonly Match[], anyway: Anyway | null): Found => {
  const isAdded = anyway?.isMatch === true && !shown.some(({ id }) => id === anyway.match.id)
  return { matches: isAdded ? [...shown, anyway.match] : shown, anyway }
}

/** So many of the best, and what is wanted anyway. The numbers of this search are another one's as soon as it waits. */
const scored = (query: Query, frequencies: TermFrequencies) => {
  const { visible } = frequencies
  const { entries, blocks, layout, byId, columns } = visible.memoryIndex
  const into = reused.of({ slots: entries.length, places: blocks.length * layout.rows })
  scoreWords(frequencies, bm25Of(query.termStatistics), into)
  if (query.vector !== null) scoreContexts(visible, query.vector, into)
  const { best, has, measured } = matchesIn(query, visible, into)
  const entry = byId.get(query.anyway ?? '')
  if (entry === undefined || visible.mask[columns.group[entry.slot] ?? 0] !== 1) return { best, measured, anyway: null }
  if (visible.permitted?.has(entry.memory.id) === false) return { best, measured, anyway: null }
  return { best, measured, anyway: { match: measured(entry), isMatch: has(entry.slot) } }
}

/** How many matches are looked at first. */
const fewOf = ({ places }: Query): number => Math.min(MOST, FEW * places)

/** What an answer may show: the memories of the best turns, and those near enough to the last of these. */
const shownBy = (query: Query, bestMatches: (most: number) => readonly Match[]) => {
  const few = fewOf(query)
  const best = bestMatches(few)
  const first = ofTurns(query.places, best)
  // Turns of many pieces may leave places free: then more is looked at.
  if (first.isAll || best.length < few || few === MOST) return first
  return ofTurns(query.places, bestMatches(MOST))
}

/** The first of these, up to where an answer has so many places, and those that differ little from the last. */
const ofTurns = (places: number, best: readonly Match[]) => {
  const shown: Match[] = []
  const isShown = shownOnce()
  let left = places
  let least = Number.NEGATIVE_INFINITY
  for (const match of best) {
    if (match.score < least) return { shown, isAll: true }
    // An echo takes no place of what it says again, which may come after it.
    if (left > 0 && isShown(match.about) && match.about.echo_of === null && --left === 0)
      least = match.score - BOOST_REACH - ROUNDING
    shown.push(match)
  }
  return { shown, isAll: false }
}

type InMemory = {
  readonly frequencies: TermFrequencies
  readonly lessons: LessonsInScope
  /** Which memories pass the filters, where it is not known yet. */
  readonly filtered?: PermittedReads | undefined
}

/** Answers from an index, and from the database once that was dropped for another user's. */
export const inMemory = ({ frequencies, lessons, filtered }: InMemory, database: SearchIndex): SearchIndex => {
  const { visible } = frequencies
  return {
    lookUp: async (lookup) =>
      isOpen(visible.memoryIndex) ? { lessons, ...lookUpIn(frequencies, lookup) } : database.lookUp(lookup),
    vocabulary: async () => {
      await inTurns(countAllWords(visible.memoryIndex))
      return isOpen(visible.memoryIndex) ? visibleWords(visible) : database.vocabulary()
    },
    candidates: async (query) => {
      if (!isOpen(visible.memoryIndex)) return database.candidates(query)
      const found = filtered
        ? await permittedCandidates(query, frequencies, filtered)
        : candidatesOf(query, frequencies)
      return found && isOpen(visible.memoryIndex) ? withOwnWords(visible, found) : database.candidates(query)
    },
  }
}

const lookUpIn = (frequencies: TermFrequencies, { lexemes, names }: Lookup): Omit<LookupResult, 'lessons'> => {
  const { visible } = frequencies
  const { groups } = visible
  const subjects = new Set(groups.flatMap(({ subjects }) => [...subjects.keys()]))
  const wanted = new Set(names)
  return {
    memories: sum(groups.map(({ memories }) => memories)),
    length: sum(groups.map(({ length }) => length)),
    terms: new Map(
      lexemes.flatMap((lexeme) => {
        const { slots } = frequencies.ofLexeme(quoted(lexeme))
        return slots.length > 0 ? [[lexeme, slots.length] as const] : []
      }),
    ),
    languages: [...new Set(groups.flatMap(({ languages }) => [...languages.keys()]))],
    subjects: [...subjects].filter((subject) => subject.split(/['’\-.,_/ ]/).some((word) => wanted.has(word))).sort(),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
