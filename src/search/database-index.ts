import { slices } from '../concurrency/slices.js'
import { eachOf, inTurns } from '../concurrency/steps.js'
import type { Scope } from '../domain/scope.js'
import { addMemory } from '../memory-index/change-memory-index.js'
import { createMemoryIndex, releaseMemoryIndex } from '../memory-index/memory-index.js'
import { FAR, NEAR, OWN, settle } from '../memory-index/neighbours.js'
import { TermFrequencies } from '../memory-index/term-frequencies.js'
import { VectorArena } from '../memory-index/vector-arena.js'
import { visibleIndex } from '../memory-index/visible-index.js'
import type { Database } from '../postgres/database.js'
import { addDays } from '../text/dates/day.js'
import {
  type Among,
  type CandidateRow,
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

/** Answers from the read tables, which takes time in proportion to what the caller may see. */
export const inDatabase = (db: Database, relations: SearchRelations): SearchIndex => {
  const reader = readerOf(db, relations)
  return {
    lookUp: (lookup) => lookUp(reader, lookup),
    vocabulary: async () => {
      if (relations.past) return new Map()
      const rows = await readVocabulary(db, await reader.texts())
      return new Map(rows.map(({ word, memories }) => [word, memories]))
    },
    candidates: (query) => readCandidates(reader, query),
  }
}

type Reader = {
  readonly db: Database
  readonly relations: SearchRelations
  readonly texts: () => Promise<Texts>
  readonly subjects: (names: readonly string[]) => Promise<readonly string[]>
}

const readerOf = (db: Database, relations: SearchRelations): Reader => {
  const { scope, past } = relations
  if (!past) {
    const texts = textsOfNow(scope)
    return { db, relations, texts: async () => texts, subjects: (names) => readSubjects(db, scope, names) }
  }
  let reading: ReturnType<typeof readThen> | undefined
  const then = () => (reading ??= readThen(db, relations))
  return {
    db,
    relations,
    texts: async () => textsOfThen(scope.userId, await then()),
    subjects: async (names) => (await then()).subjects.filter((subject) => isNamedBy(names, subject)),
  }
}

const lookUp = async (reader: Reader, { lexemes, names }: Lookup): Promise<LookupResult> => {
  const { db, relations } = reader
  const texts = await reader.texts()
  const [lessons, sizes, holders, subjects, near] = await Promise.all([
    relations.lessons(db),
    readSizes(db, texts),
    readHolders(db, texts, lexemes),
    reader.subjects(names),
    relations.past ? ([0, 0] as const) : readNeighbours(db, relations.scope),
  ])
  const memories = sumOf(sizes, (each) => each.memories)
  const [adjacent, far] = near
  const length = ({ text, name }: Size) => OWN * (text + name) + (NEAR * adjacent + FAR * far) * text
  const holding = ({ memories: own, byText }: Holders) =>
    memories * (1 - (1 - byText / memories) ** (1 + adjacent + far)) + (own - byText)
  return {
    lessons,
    memories,
    length: sumOf(sizes, length),
    terms: new Map(holders.map((each) => [each.lexeme, Math.round(holding(each))])),
    languages: sizes.map(({ language }) => language),
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
  const rows = await readPages(readerOf(db, relations), ids)
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
  const found = await readFound(
    reader,
    { texts: await reader.texts(), permitted: await withBasis(reader, permitted) },
    query,
  )
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

const readPages = async ({ db, relations }: Reader, ids: readonly string[]): Promise<CandidateRow[]> => {
  const rows: CandidateRow[] = []
  for (const page of slices(ids, PAGE)) rows.push(...(await readRows(db, relations, page)))
  return rows
}

/** Ids of what the words, the vector and the dates of a query find. */
const readFound = async ({ db }: Reader, among: Among, query: Query): Promise<readonly string[]> => {
  const { vector, termStatistics, anyway } = query
  const words = weightedWords(termStatistics)
  const days = daysOf(query)
  const each = await Promise.all([
    words.lexemes.length > 0 ? readByWords(db, among, { ...words, most: BY_WORDS }) : [],
    vector === null ? [] : readByVector(db, among, { vector, most: BY_VECTOR }),
    words.lexemes.length > 0 && days ? readByWords(db, among, { ...words, days, most: BY_WORDS_OF_DATE }) : [],
    days ? readByDays(db, among, { days, most: BY_DATE }) : [],
    anyway ?? [],
  ])
  return [...new Set(each.flat())]
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

/** The days that a query names, as Postgres writes them. By a clock of its zone a time of no known place may have the day before or after. */
const daysOf = ({ analysis, today, timeZone }: Query): string | undefined => {
  if (analysis.dates.length === 0) return undefined
  const around = timeZone === undefined ? 0 : 1
  const ranges = rangesOf(analysis.dates, today).map(
    ({ from, to }) => `[${addDays(from, -around)},${addDays(to, around)}]`,
  )
  return `{${ranges.join()}}`
}
