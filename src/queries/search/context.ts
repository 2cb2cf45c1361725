import { detectLanguage } from '../../indexing/detect-language.js'
import type { Language } from '../../indexing/stop-words.js'
import { stageOf } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { BankIndexes } from '../bank-index/bank-indexes.js'
import type { VisibleBank } from '../bank-index/visible-bank.js'
import type { FoundMemory, SearchRequest } from './answer.js'
import { emptyPackage, type Package } from './package-flat.js'
import { pastRelations } from './past-relations.js'
import { presentRelations } from './present-relations.js'
import { analyzeQuery, type QueryAnalysis } from './query-analysis/query-analysis.js'
import type { RelatedTerms } from './related-terms.js'
import type { SearchRelations } from './relations.js'
import type { Candidate, Match } from './score.js'
import { nothingKnown, type TermStatistics } from './term-statistics.js'

/** What a search needs besides the read models. */
export type SearchDependencies = {
  readonly embedding: EmbeddingProvider
  readonly relatedTerms: RelatedTerms
  /** ISO 8601: now. */
  readonly now: () => string
  /** The memories of each user in memory; without it a search reads candidates from the database. */
  readonly banks?: Pick<BankIndexes, 'open'> | undefined
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
  /** What the caller sees of the user's bank; undefined for the past, and where the bank is not in memory. */
  readonly bank: VisibleBank | undefined
  readonly analysis: QueryAnalysis
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

/** Relative dates of the query count from the day that is asked about. */
export const begin = async (
  db: Database,
  dependencies: SearchDependencies,
  request: SearchRequest,
): Promise<Search> => {
  const language = detectLanguage(request.query) ?? 'en'
  const today = (request.asOf ?? dependencies.now()).slice(0, 10)
  return {
    ...dependencies,
    db,
    request,
    language,
    relations: await openRelations(db, request),
    bank: undefined,
    analysis: analyzeQuery(request.query, today, language),
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

/** The relations of the past for an instant that has passed; for one to come, those of the present. */
const openRelations = async (db: Database, request: SearchRequest): Promise<SearchRelations> => {
  const { asOf, scope } = request
  if (asOf === undefined) return presentRelations(request)
  const [row] = await db.rows<{ ahead: boolean }>(sql`
    select ${asOf}::timestamptz > now()
       and not exists (select from bank where user_id = ${scope.userId} and at > ${asOf}::timestamptz) as ahead`)
  return row?.ahead ? presentRelations(request) : pastRelations(request, asOf)
}
