import { slices } from '../concurrency/slices.js'
import { eachOf, inTurns } from '../concurrency/steps.js'
import type { Scope } from '../domain/scope.js'
import { addMemory } from '../memory-index/change-memory-index.js'
import { createMemoryIndex, isOpen, releaseMemoryIndex } from '../memory-index/memory-index.js'
import { FAR, NEAR, OWN, settle } from '../memory-index/neighbours.js'
import { TermFrequencies } from '../memory-index/term-frequencies.js'
import { VectorArena } from '../memory-index/vector-arena.js'
import { type VisibleIndex, visibleIndex } from '../memory-index/visible-index.js'
import type { Database } from '../postgres/database.js'
import { addDays, type Span } from '../text/dates/day.js'
import {
  type CandidateRow,
  type PackedIds,
  readBasis,
  readBeside,
  readByDays,
  readByVector,
  readByWords,
  readDerived,
  readHolders,
  readRows,
  readSessions,
  readSizes,
  readSubjects,
  readThen,
  readVocabulary,
  type Texts,
  type Then,
  textsOfNow,
  textsOfThen,
  type WeightedWords,
} from './candidate-rows.js'
import { candidatesOf, measuredIn, withOwnWords } from './memory-index.js'
import { rangesOf } from './query-analysis/query-dates.js'
import type { Reading, SearchRelations } from './relations.js'
import type { Query } from './score.js'
import { RELATED } from './score-bank.js'
import type { Candidates, Lookup, LookupResult, SearchIndex } from './search-index.js'
import { idf, selectiveTerms, type TermStatistics } from './term-statistics.js'
import { type UnchangedMemories, unchangedMemories } from './unchanged-memories.js'

/**
 * How many memories are looked for by their own words, by their own vectors, and, where the query names a date, by its words among
 * those of that date, and by the date alone: 600 at most. Those beside them are candidates, too, by their context.
 */
const BY_WORDS = 200
const BY_VECTOR = 200
const BY_WORDS_OF_DATE = 100
const BY_DATE = 99
/** The context of a memory reaches so far to either side. */
const REACH = 2
/** So many rows with vectors come at once: on the embedded database others wait for so long. */
const PAGE = 500

/**
 * Answers from the read tables, which takes time in proportion to what the caller may see; of the past, where the memories of now are
 * in memory, to what has changed since.
 */
export const inDatabase = (db: Database, relations: SearchRelations, present?: VisibleIndex): SearchIndex => {
  const reader = readerOf(db, relations, present)
  return {
    lookUp: (lookup) => lookUp(reader, lookup),
    vocabulary: async () => {
      if (relations.past) return new Map()
      const rows = await reader.searching(({ texts }) => readVocabulary(db, texts))
      return new Map(rows.map(({ word, memories }) => [word, memories]))
    },
    candidates: (query) => readCandidates(reader, query),
  }
}

type Reader = {
  readonly db: Database
  readonly relations: SearchRelations
  /** Begins the work at once with what is searched. */
  readonly searching: <Result>(work: (searched: SearchedTexts) => Promise<Result>) => Promise<Result>
}

/** What is searched. */
type SearchedTexts = {
  readonly texts: Texts
  readonly subjects: (names: readonly string[]) => Promise<readonly string[]>
  /** What is not among the texts: to be looked at before anything else is waited for. */
  readonly unchanged?: UnchangedMemories | undefined
}

const readerOf = (db: Database, relations: SearchRelations, present: VisibleIndex | undefined): Reader => {
  const { scope, past } = relations
  if (!past) {
    const now = { texts: textsOfNow(scope), subjects: (names: readonly string[]) => readSubjects(db, scope, names) }
    return { db, relations, searching: (work) => work(now) }
  }
  let reading: ReturnType<typeof readPast> | undefined
  const searching: Reader['searching'] = async (work) => {
    reading ??= readPast(db, relations, present)
    const read = await reading
    if (read.holds()) return work(read)
    reading = readPast(db, relations, undefined)
    return work(await reading)
  }
  return { db, relations, searching }
}

type ReadPast = SearchedTexts & { readonly holds: () => boolean }

/** What was visible at the instant: what has changed since from the trail, and the rest as it is, where that is in memory. */
const readPast = async (
  db: Database,
  { scope, visible, past }: SearchRelations,
  present: VisibleIndex | undefined,
): Promise<ReadPast> => {
  const read = (then: Then, unchanged?: UnchangedMemories) => ({
    texts: textsOfThen(scope.userId, then),
    subjects: async (names: readonly string[]) =>
      [...new Set([...then.subjects, ...(unchanged?.subjects ?? [])])].filter((subject) => isNamedBy(names, subject)),
    unchanged,
  })
  if (present !== undefined && past !== undefined) {
    const { memoryIndex } = present
    const { edits } = memoryIndex
    const holds = () => isOpen(memoryIndex) && memoryIndex.edits === edits
    const changed = await readThen(db, past.changed)
    // Of a memory that changed meanwhile neither would tell.
    if (holds()) {
      const others = new Set(changed.ids.split(','))
      return { ...read(changed, unchangedMemories(present, { instant: past.instant, others })), holds }
    }
  }
  return { ...read(await readThen(db, visible)), holds: () => true }
}

const lookUp = ({ db, relations, searching }: Reader, lookup: Lookup): Promise<LookupResult> =>
  searching((searched) => lookUpIn(db, relations, { ...lookup, ...searched }))

const lookUpIn = async (
  db: Database,
  relations: SearchRelations,
  { lexemes, names, texts, subjects: namedBy, unchanged }: Lookup & SearchedTexts,
): Promise<LookupResult> => {
  const held = new Map(lexemes.map((lexeme) => [lexeme, unchanged?.holding(lexeme) ?? 0]))
  const [lessons, sizes, holders, subjects, near] = await Promise.all([
    relations.lessons(db),
    readSizes(db, texts),
    readHolders(db, texts, lexemes),
    namedBy(names),
    relations.past ? ([0, 0] as const) : readNeighbours(db, relations.scope),
  ])
  const memories = sumOf(sizes, (each) => each.memories)
  const [adjacent, far] = near
  const length = ({ text, name }: Size) => OWN * (text + name) + (NEAR * adjacent + FAR * far) * text
  const holding = ({ memories: own, byText }: Holders) =>
    memories * (1 - (1 - byText / memories) ** (1 + adjacent + far)) + (own - byText)
  const terms = new Map(holders.map((each) => [each.lexeme, Math.round(holding(each))]))
  for (const [lexeme, more] of held) if (more > 0) terms.set(lexeme, (terms.get(lexeme) ?? 0) + more)
  return {
    lessons,
    memories: memories + (unchanged?.memories ?? 0),
    length: sumOf(sizes, length) + (unchanged?.length ?? 0),
    terms,
    languages: [...new Set([...sizes.map(({ language }) => language), ...(unchanged?.languages ?? [])])],
    subjects: subjects.toSorted(),
  }
}

const sumOf = <Item>(items: readonly Item[], number: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + number(item), 0)

type Size = { readonly text: number; readonly name: number }
type Holders = { readonly memories: number; readonly byText: number }

/**
 * How many neighbours a memory has on the average, next to it and one further. What memories say themselves is counted in the database;
 * what their neighbours add is estimated from these, as if words stood apart: to count it takes longer than to search.
 */
const readNeighbours = async (db: Database, scope: Scope): Promise<readonly [adjacent: number, far: number]> => {
  const { turns, sessions } = await readSessions(db, scope)
  // The first and the last of a session lack one neighbour each, and together with the two inside of them one further each.
  const ends = sessions / Math.max(1, turns)
  return [Math.max(0, 2 - 2 * ends), Math.max(0, 2 - 4 * ends)]
}

/** Whether one of these words is a part of a subject. */
const isNamedBy = (names: readonly string[], subject: string): boolean => {
  const words = new Set(subject.split(/['’\-.,_/ ]/))
  return names.some((name) => words.has(name))
}

let arena: VectorArena | undefined

/** What the database finds is scored, with what stands around it. */
const readCandidates = async (reader: Reader, query: Query): Promise<Candidates> => {
  const { rows, candidates } = await readScored(reader, query)
  return scoredAs(candidatesOf, query, { rows, candidates })
}

/** These memories, whether they match or not, each with those of them that stand beside it. */
export const readMeasured = async (
  { db, relations }: Pick<Reading, 'db' | 'relations'>,
  query: Query,
  ids: readonly string[],
): Promise<Candidates> => {
  const rows = await readPages({ db, relations }, ids)
  return scoredAs(measuredIn, query, { rows, candidates: new Set(ids) })
}

/** Rows are scored as an index in memory is: in one of their own. */
const scoredAs = async (
  score: typeof candidatesOf,
  query: Query,
  { rows, candidates }: { readonly rows: readonly CandidateRow[]; readonly candidates: ReadonlySet<string> },
): Promise<Candidates> => {
  arena ??= new VectorArena()
  const memoryIndex = createMemoryIndex(arena, query.vector?.length ?? 1)
  try {
    await inTurns(eachOf(rows, (row) => addMemory(memoryIndex, { ...row, spelt: '' })))
    settle(memoryIndex)
    const trust = new Map(rows.map((row) => [row.reader_group, row.trust]))
    const visible = visibleIndex(memoryIndex, trust, candidates)
    return withOwnWords(visible, score(query, new TermFrequencies(visible)))
  } finally {
    releaseMemoryIndex(memoryIndex)
  }
}

/** The candidates, and the rows of these and of all that is a part of their contexts. */
const readScored = async (reader: Reader, query: Query) => {
  const { db, relations } = reader
  const permitted = await relations.readPermitted(db)
  const found = await readFound(reader, await withBasis(reader, permitted), query)
  const { near, beside } = relations.past ? { near: found, beside: [] } : await readSurroundings(reader, found)
  const read = new Set([...near, ...beside])
  const rows = await readPages(reader, [...read])
  const basis = relations.past ? [] : rows.flatMap(({ rests_on }) => rests_on ?? []).filter((id) => !read.has(id))
  rows.push(...(await readPages(reader, [...new Set(basis)])))
  const passing = permitted === undefined ? undefined : new Set(permitted.split(','))
  const candidates = new Set(near.filter((id) => passing?.has(id) ?? true))
  return { rows, candidates }
}

/** A fact that passes is found by the words of what it rests on, whether that passes or not. */
const withBasis = async ({ db, relations }: Reader, permitted: string | undefined): Promise<string | undefined> =>
  permitted === undefined || permitted === '' || relations.past
    ? permitted
    : [permitted, await readBasis(db, relations.scope, permitted)].filter((ids) => ids !== '').join()

const readPages = async (
  { db, relations }: Pick<Reader, 'db' | 'relations'>,
  ids: readonly string[],
): Promise<CandidateRow[]> => {
  const rows: CandidateRow[] = []
  for (const page of slices(ids, PAGE)) rows.push(...(await readRows(db, relations, page)))
  return rows
}

/** Ids of what the words, the vector and the dates of a query find. */
const readFound = (
  { db, searching }: Reader,
  permitted: PackedIds | undefined,
  query: Query,
): Promise<readonly string[]> =>
  searching(async ({ texts, unchanged }) => {
    const unchangedIds = unchanged === undefined ? [] : findUnchanged(unchanged, permitted, query)
    const among = { texts, permitted }
    const { vector, termStatistics, anyway } = query
    const words = weightedWords(termStatistics)
    const days = multirangeOf(daysOf(query))
    const each = await Promise.all([
      words.lexemes.length > 0 ? readByWords(db, among, { ...words, most: BY_WORDS }) : [],
      vector === null ? [] : readByVector(db, among, { vector, most: BY_VECTOR }),
      words.lexemes.length > 0 && days ? readByWords(db, among, { ...words, days, most: BY_WORDS_OF_DATE }) : [],
      days ? readByDays(db, among, { days, most: BY_DATE }) : [],
      anyway ?? [],
    ])
    return [...new Set([...unchangedIds, ...each.flat()])]
  })

/** The same of what has not changed. */
const findUnchanged = (
  unchanged: UnchangedMemories,
  permittedIds: PackedIds | undefined,
  query: Query,
): readonly string[] => {
  const { vector, termStatistics } = query
  const permitted = permittedIds === undefined ? undefined : new Set(permittedIds.split(','))
  const words = weightedWords(termStatistics)
  const days = daysOf(query)
  const ofDays =
    days.length === 0
      ? []
      : [
          ...unchanged.byWords(words, { permitted, days, most: BY_WORDS_OF_DATE }),
          ...unchanged.byDays({ permitted, days, most: BY_DATE }),
        ]
  return [
    ...unchanged.byWords(words, { permitted, most: BY_WORDS }),
    ...(vector === null ? [] : unchanged.byVector(vector, { permitted, most: BY_VECTOR })),
    ...ofDays,
  ]
}

/** What may match by its context: what is near to what was found, and what rests on it. And what is a part of these contexts. */
const readSurroundings = async ({ db, relations }: Reader, found: readonly string[]) => {
  const { scope } = relations
  const asked = { ids: found, reach: 2 * REACH }
  const [before, after, derived] = await Promise.all([
    readBeside(db, scope, { ...asked, side: 'before' }),
    readBeside(db, scope, { ...asked, side: 'after' }),
    readDerived(db, scope, found),
  ])
  const beside = [...before, ...after]
  const near = beside.flatMap(({ id, step }) => (step <= REACH ? [id] : []))
  return { near: [...new Set([...found, ...near, ...derived])], beside: beside.map(({ id }) => id) }
}

/** The lexemes that tell memories apart, and those near them in meaning, by their rarity. */
const weightedWords = (termStatistics: TermStatistics): WeightedWords => {
  const weights = new Map<string, number>()
  for (const { lexeme, memories, cosine } of termStatistics.relatedTerms)
    weights.set(lexeme, Math.max(weights.get(lexeme) ?? 0, RELATED * cosine * idf(termStatistics, memories)))
  for (const { lexemes, memories } of selectiveTerms(termStatistics))
    for (const lexeme of lexemes) weights.set(lexeme, idf(termStatistics, memories))
  return {
    lexemes: [...weights.keys()],
    weights: [...weights.values()],
    average: Math.max(1, termStatistics.length / Math.max(1, termStatistics.memories)),
  }
}

/** The days that a query names. By a clock of its zone a time of no known place may have the day before or after. */
const daysOf = ({ analysis, today, timeZone }: Query): readonly Span[] => {
  if (analysis.dates.length === 0) return []
  const around = timeZone === undefined ? 0 : 1
  return rangesOf(analysis.dates, today).map(({ from, to }) => ({
    from: addDays(from, -around),
    to: addDays(to, around),
  }))
}

/** As Postgres writes them. */
const multirangeOf = (days: readonly Span[]): string | undefined =>
  days.length === 0 ? undefined : `{${days.map(({ from, to }) => `[${from},${to}]`).join()}}`
