import { setImmediate as eventLoop } from 'node:timers/promises'
import { ownRound } from '../../concurrency/steps.js'
import { dayIn } from '../../domain/moment.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { detectLanguage } from '../../text/detect-language.js'
import { TermFrequencies } from '../bank-index/term-frequencies.js'
import { permittedReads } from '../bank-index/visible-bank.js'
import type { SearchRequest } from './answer.js'
import { NO_LESSON } from './check-lessons.js'
import { type Search, type SearchDependencies, stage } from './context.js'
import { inDatabase } from './database-index.js'
import { inMemory } from './memory-index.js'
import { emptyPackage } from './packaging/pack.js'
import { analyzeQuery, nothingAsked } from './query-analysis/query-analysis.js'
import { pastRelations, presentRelations, type SearchRelations } from './relations.js'
import { nothingKnown } from './term-statistics.js'

/** The day that is asked about, YYYY-MM-DD: relative dates of the query count from it. */
export const dayAsked = ({ request, now }: Pick<Search, 'request' | 'now'>): string =>
  dayIn(request.timeZone, { instant: request.asOf ?? now(), offset: request.asOfOffset ?? null })

export const begin = async (
  db: Database,
  dependencies: SearchDependencies,
  request: SearchRequest,
): Promise<Search> => {
  const relations = await openRelations(db, request)
  return {
    ...dependencies,
    db,
    request,
    language: 'en',
    relations,
    mayAssume: false,
    assumed: undefined,
    standing: undefined,
    index: inDatabase(db, relations),
    analysis: nothingAsked,
    termStatistics: nothingKnown,
    vector: null,
    anyway: null,
    matches: [],
    ownWords: () => ({ places: new Map(), documents: new Map(), directions: new Map() }),
    memories: [],
    details: new Map(),
    leftOut: new Map(),
    consensus: undefined,
    ranks: new Map(),
    lessons: { any: false, withheld: [] },
    withheld: [],
    lessonCheck: NO_LESSON,
    packed: emptyPackage,
    counts: [],
    degraded: [],
    skipped: new Map(),
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

/**
 * Opens the index, or assumes that it is as it was opened last; and reads the query while the database answers: the statement
 * is under way by the next turn of the event loop. A query of which no language can be told is taken for one of the language
 * before, English at first.
 */
export const openSearch = stage('open', async (search) => {
  const assumed = search.mayAssume && !search.relations.past ? search.banks?.assume(viewOf(search)) : undefined
  if (assumed) {
    const index = inMemory(assumed, inDatabase(search.db, search.relations))
    await ownRound()
    return { ...search, assumed: assumed.fingerprint, index, ...readQuery(search) }
  }
  const [opened, read] = await Promise.all([openIndex(search), eventLoop().then(() => readQuery(search))])
  await ownRound()
  return { ...search, ...opened, ...read }
})

const viewOf = ({ request }: Search) => ({ scope: request.scope, filters: request })

const readQuery = (search: Search): Pick<Search, 'language' | 'analysis'> => {
  const { query } = search.request
  const language = detectLanguage(query) ?? search.language
  return { language, analysis: analyzeQuery(query, dayAsked(search), language) }
}

/** The user's bank where it is in memory, up to date; otherwise, and for the past, the database. */
const openIndex = async (search: Search): Promise<Pick<Search, 'index' | 'standing'>> => {
  const { db, relations, banks } = search
  const database = inDatabase(db, relations)
  const bank = relations.past ? undefined : await banks?.open(db, viewOf(search))
  if (!bank) return { index: database, standing: undefined }
  const filtered = bank.isWide ? permittedReads(db, search.request.scope, search.request) : undefined
  const index = inMemory({ ...bank, frequencies: new TermFrequencies(bank), filtered }, database)
  return { index, standing: bank.standing }
}
