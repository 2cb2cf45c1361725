import type { LessonsInScope } from '../queries/visible-lessons.js'
import type { Match, Query } from './score.js'
import type { DocumentFrequencies } from './term-statistics.js'

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
type OwnWords = {
  /** By memory: the positions of each lexeme, as Postgres writes it. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  /** By memory: the direction of its own vector; none where it has no known word. */
  readonly directions: ReadonlyMap<string, Int16Array>
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
