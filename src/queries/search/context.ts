import { detectLanguage } from '../../indexing/detect-language.js'
import type { Language } from '../../indexing/stop-words.js'
import { stageOf } from '../../pipeline.js'
import type { FoundMemory, SearchRequest } from './answer.js'
import { emptyPackage, type Package } from './package-flat.js'
import { analyzeQuery, type QueryAnalysis } from './query-analysis/query-analysis.js'
import type { SearchRelations } from './relations.js'
import type { Candidate, Match } from './score.js'
import { nothingKnown, type TermStatistics } from './term-statistics.js'

/** What a search knows so far: every stage adds its own part. */
export type Search = {
  readonly request: SearchRequest
  /** What the query is written in; English where that cannot be told. */
  readonly language: Language
  /** What it looks at. */
  readonly relations: SearchRelations
  readonly asked: QueryAnalysis
  readonly termStatistics: TermStatistics
  /** The query as a unit vector; null when it has no known word. */
  readonly vector: Float32Array | null
  readonly candidates: readonly Candidate[]
  /** Every candidate that matches, best first. */
  readonly matches: readonly Match[]
  /** The best of them with what they say, best first. */
  readonly memories: readonly FoundMemory[]
  /** How often each of them was shown; noted where it counts. */
  readonly accesses: ReadonlyMap<string, number>
  readonly packed: Package
  /** How many things each stage left, in the order they ran. */
  readonly counts: readonly number[]
}

export const stage = stageOf<Search>()

/** `today` is the day that relative dates of the query count from. */
export const begin = (request: SearchRequest, relations: SearchRelations, today: string): Search => {
  const language = detectLanguage(request.query) ?? 'en'
  return {
    request,
    language,
    relations,
    asked: analyzeQuery(request.query, today, language),
    termStatistics: nothingKnown,
    vector: null,
    candidates: [],
    matches: [],
    memories: [],
    accesses: new Map(),
    packed: emptyPackage,
    counts: [],
  }
}
