import type { LessonsInScope } from '../queries/visible-lessons.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import type { Match } from './score.js'
import type { DocumentFrequencies, TermStatistics } from './term-statistics.js'

/** The index of what one caller may see: in memory where the user's memories are held there, otherwise in the database. */
export type SearchIndex = {
  readonly lookUp: (lookup: Lookup) => Promise<LookupResult>
  /** The words as they are written, and how many memories hold each. */
  readonly vocabulary: () => Promise<ReadonlyMap<string, number>>
  readonly candidates: (query: Query) => Promise<Candidates>
}

/** What a search looks up before it looks for memories. */
export type Lookup = {
  readonly lexemes: readonly string[]
  /** Words of the query, one of which a subject has to hold. */
  readonly names: readonly string[]
}

/** The answer, over all that the caller may see. */
export type LookupResult = {
  readonly memories: number
  /** The sum of their lengths with neighbours, in tenths of a position. */
  readonly length: number
  readonly terms: DocumentFrequencies
  readonly languages: readonly string[]
  readonly subjects: readonly string[]
  /** Of the caller's scope. */
  readonly lessons: LessonsInScope
}

/** What memories say themselves, without their neighbours. */
export type OwnWords = {
  /** By memory: the positions of each lexeme, as Postgres writes it. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  /** In how many visible memories each of these lexemes occurs, neighbours aside. */
  readonly documents: DocumentFrequencies
  /** By memory: the direction of its own vector; none where it has no known word. */
  readonly directions: ReadonlyMap<string, Int16Array>
}

/** What memories are scored by. */
export type Query = {
  readonly termStatistics: TermStatistics
  readonly analysis: QueryAnalysis
  /** A unit vector; null where the query has no known word. */
  readonly vector: Float32Array | null
  /** The least cosine of a memory that holds no word of it. */
  readonly threshold: number
  /** The least lexical score and cosine of what takes a place; absent: any. */
  readonly minWords?: number | undefined
  readonly minSimilarity?: number | undefined
  /** The day that is asked about, YYYY-MM-DD. */
  readonly today: string
  /** IANA: by a clock of this zone times of no known place have their days; absent: UTC. */
  readonly timeZone?: string | undefined
  /** How many turns the answer shows: candidates that cannot be among them may be left out. Infinity: none is. */
  readonly places: number
  /** The id of a memory that is scored whether it matches or not, if it passes the filters. */
  readonly anyway?: string | undefined
}

/** A memory that is scored whether it matches or not. */
export type Anyway = { readonly match: Match; readonly isMatch: boolean }

export type Candidates = {
  /** The best matches, best first. */
  readonly matches: readonly Match[]
  /** What the query wants anyway; null where it wants none, or where that does not pass the filters. */
  readonly anyway: Anyway | null
  /** What some of these say themselves. */
  readonly ownWords: (ids: readonly string[]) => OwnWords
}
