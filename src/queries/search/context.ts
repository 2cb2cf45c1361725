import type { Severity } from '../../domain/lesson/events.js'
import { stageOf } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { Provider } from '../../providers/errors.js'
import type { Guard } from '../../providers/guard.js'
import type { LanguageModel } from '../../providers/language-model.js'
import type { Reranker } from '../../providers/reranker.js'
import type { Language } from '../../text/words.js'
import type { BankIndexes } from '../bank-index/bank-indexes.js'
import type { Version } from '../bank-index/rows.js'
import type { OpenConflict } from '../visible-conflicts.js'
import type { LessonsInScope } from '../visible-lessons.js'
import type { FoundMemory, SearchRequest } from './answer.js'
import type { Package } from './packaging/pack.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import type { SearchRelations } from './relations.js'
import type { Match } from './score.js'
import type { DocumentFrequencies, RelatedTerms, TermStatistics } from './term-statistics.js'

/** What a search needs besides the read models. */
export type SearchDependencies = {
  readonly embedding: EmbeddingProvider
  readonly relatedTerms: RelatedTerms
  /** ISO 8601: now. */
  readonly now: () => string
  /** The memories of each user in memory; without it a search reads candidates from the database. */
  readonly banks?: Pick<BankIndexes, 'open' | 'assume'> | undefined
  /** With it a search does without an embedding that fails; without it, it fails with it. */
  readonly embeddingGuard?: Guard | undefined
} & FullSearchProviders

/** What a full search asks besides, each where it is configured: a stage of its list. */
export type FullSearchProviders = {
  /** Scores the best `candidates` of the matches anew. */
  readonly reranker?: (Reranker & { readonly guard: Guard; readonly candidates: number }) | undefined
  /** Gives other words for those of the query. */
  readonly expander?: SearchModel | undefined
  /** Words a query anew whose best hit is weak. */
  readonly rephraser?: SearchModel | undefined
}

export type SearchModel = Pick<LanguageModel, 'complete'> & {
  readonly guard: Guard
  /** The same text without secrets: a model is told none. */
  readonly redacted: (text: string) => string
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

/** The index of what one caller may see: in memory where the user's memories are held there, otherwise in the database. */
export type SearchIndex = {
  readonly lookUp: (lookup: Lookup) => Promise<LookupResult>
  /** The words as they are written, and how many memories hold each. */
  readonly vocabulary: () => Promise<ReadonlyMap<string, number>>
  readonly candidates: (query: Query) => Promise<Candidates>
}

/** A memory that contradicts another: whether it is preferred to that, and whether it was said later. */
export type Contest = { readonly id: string; readonly wins: boolean; readonly later: boolean }

/** `after` is null where it was left out. */
export type Ranks = { readonly before: number; readonly after: number | null }

/** What is read with a memory that was found, and not shown with it. */
export type Details = {
  /** What a model or a rule said of it in few words; empty where nothing. */
  readonly headline: string
  readonly overview: string
  /** The memories that have the same words as it, itself included, where there are several. */
  readonly sameWords: readonly string[]
  /** How often it was shown; noted where it counts. */
  readonly accesses: number
  /** What contradicts it, of what the caller sees. */
  readonly contests: readonly Contest[]
  /** The open conflicts about it. */
  readonly conflicts: readonly OpenConflict[]
}

export type LessonCheck = {
  readonly safe: boolean
  readonly warnings: readonly string[]
  readonly highest_severity: Severity | 'none'
  readonly matched_count: number
}

/** Of the memories that were looked at for an answer, how many it holds, and those that lost against what they contradict. */
export type Consensus = {
  readonly original_count: number
  readonly filtered_count: number
  readonly removed_count: number
  readonly removed_memory_ids: readonly string[]
}

/** What a search knows so far: every stage adds its own part. */
export type Search = SearchDependencies & {
  /** The read models that it reads from beginning to end. */
  readonly db: Database
  readonly request: SearchRequest
  /** The query's language; English where it cannot be detected. */
  readonly language: Language
  /** What it looks at. */
  readonly relations: SearchRelations
  /** Whether the index may be taken as it was opened last: the first read tells whether that was right. */
  readonly mayAssume: boolean
  /** The fingerprint of what the index was taken for; undefined where it was opened for this search. */
  readonly assumed: string | undefined
  /** Where the memories of the user stood when the search began, where that is known. */
  readonly standing: Version | undefined
  /** The index of what the caller sees. */
  readonly index: SearchIndex
  readonly analysis: QueryAnalysis
  readonly termStatistics: TermStatistics
  /** The query as a unit vector; null when it has no known word. */
  readonly vector: Float32Array | null
  /** What an explanation is about; null where there is none, or where that does not pass the filters. */
  readonly anyway: Anyway | null
  /** Every candidate that matches, best first. */
  readonly matches: readonly Match[]
  /** What candidates say themselves. */
  readonly ownWords: Candidates['ownWords']
  /** The best of them with what they say, best first. */
  readonly memories: readonly FoundMemory[]
  /** By id, those that were read. */
  readonly details: ReadonlyMap<string, Details>
  /** What was left out because something else holds, and what that is; in the order of the matches. */
  readonly leftOut: ReadonlyMap<string, string>
  readonly consensus: Consensus | undefined
  /** The places of the matches, from 1, before and after what holds now came first. Noted for a trace. */
  readonly ranks: ReadonlyMap<string, Ranks>
  readonly lessons: LessonsInScope
  /** Those that critical lessons keep out and that would have been among the best. */
  readonly withheld: readonly string[]
  readonly lessonCheck: LessonCheck
  readonly packed: Package
  /** How many things each stage left, in the order they ran. */
  readonly counts: readonly number[]
  /** The providers that were asked in vain. */
  readonly degraded: readonly Provider[]
  /** By name, the stages that left the search as it was, and why. */
  readonly skipped: ReadonlyMap<string, string>
}

export const stage = stageOf<Search>()

/** What a search has assumed of the index does not hold: it is to be done again. */
export class AssumptionFailed extends Error {}
