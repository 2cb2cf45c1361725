import { setImmediate as eventLoop } from 'node:timers/promises'
import { ownRound } from '../concurrency/steps.js'
import { dayIn } from '../domain/moment.js'
import { TermFrequencies } from '../memory-index/term-frequencies.js'
import { permittedReads } from '../memory-index/visible-index.js'
import { type Asked, askedIn } from '../text/asking.js'
import { detectLanguage } from '../text/detect-language.js'
import type { Language } from '../text/words.js'
import type { SearchRequest } from './answer.js'
import { inDatabase } from './database-index.js'
import type { SearchDependencies } from './dependencies.js'
import { inMemory } from './memory-index.js'
import { analyzeQuery, type QueryAnalysis } from './query-analysis/query-analysis.js'
import { queryDates } from './query-analysis/query-dates.js'
import type { IndexState } from './read-found.js'
import type { Reading } from './relations.js'
import type { SearchIndex } from './search-index.js'

/** The day that is asked about, YYYY-MM-DD: relative dates of the query count from it. `now` is ISO 8601. */
export const dayAsked = ({ timeZone, asOf, asOfOffset }: SearchRequest, now: string): string =>
  dayIn(timeZone, { instant: asOf ?? now, offset: asOfOffset ?? null })

/** What a search looks for. */
export type QueryText = {
  readonly text: string
  /** The day that is asked about, YYYY-MM-DD. */
  readonly today: string
  /** That of a text of which no language can be told. */
  readonly otherwise: Language
}

export type OpenedSearch = IndexState &
  Asked & {
    readonly index: SearchIndex
    readonly text: string
    readonly today: string
    readonly language: Language
    readonly analysis: QueryAnalysis
  }

/**
 * Opens the index, or assumes that it is as it was opened last, where that is allowed; and analyses the query while the database
 * answers: the statement is under way by the next turn of the event loop.
 */
export const openSearch = async (
  reading: Reading,
  query: QueryText,
  { banks, mayAssume }: Pick<SearchDependencies, 'banks'> & { readonly mayAssume: boolean },
): Promise<OpenedSearch> => {
  const assumed = mayAssume && !reading.relations.past ? banks?.assume(viewOf(reading)) : undefined
  if (assumed) {
    const index = inMemory(assumed, inDatabase(reading.db, reading.relations))
    await ownRound()
    return { assumed: assumed.fingerprint, standing: undefined, index, ...analysed(query) }
  }
  const [opened, analysis] = await Promise.all([openIndex(reading, banks), eventLoop().then(() => analysed(query))])
  await ownRound()
  return { assumed: undefined, ...opened, ...analysis }
}

const viewOf = ({ scope, request }: Reading) => ({ scope, filters: request })

const analysed = ({ text, today, otherwise }: QueryText) => {
  const language = detectLanguage(text) ?? otherwise
  const asked = askedIn(text, language)
  const analysis = analyzeQuery(asked.asked, today, language)
  // "I was in Oslo on 3 May. What did I eat?": a day beside the question is that of the question.
  const dates = analysis.dates.length > 0 ? analysis.dates : queryDates(text, today, language)
  return { text, ...asked, today, language, analysis: { ...analysis, dates } }
}

/** The user's index where it is in memory, up to date; otherwise, and for what the past had otherwise, the database. */
const openIndex = async (
  reading: Reading,
  banks: SearchDependencies['banks'],
): Promise<Pick<OpenedSearch, 'index' | 'standing'>> => {
  const { db, scope, request, relations } = reading
  if (relations.past) {
    const present = await banks?.open(db, { scope })
    return { index: inDatabase(db, relations, present), standing: undefined }
  }
  const database = inDatabase(db, relations)
  const memoryIndex = await banks?.open(db, viewOf(reading))
  if (!memoryIndex) return { index: database, standing: undefined }
  const filtered = memoryIndex.isWide ? permittedReads(db, scope, request) : undefined
  const index = inMemory({ ...memoryIndex, frequencies: new TermFrequencies(memoryIndex), filtered }, database)
  return { index, standing: memoryIndex.standing }
}
