import { composed } from '../../../indexing/fold.js'
import type { Language } from '../../../indexing/stop-words.js'
import { type AskedAttribute, askedAttributes } from '../attributes/asked-attributes.js'
import { queryWords } from '../term-statistics.js'
import { asksAssistant, type ExpectedKind, expectedKinds } from './expected-kinds.js'
import { asksForAnEvent, asksForThePast } from './past.js'
import { type QueryDate, readQueryTime } from './query-dates.js'
import { asksForWhatever } from './whatever.js'

/** What a query asks for in addition to its words: memories of a time, answers of a kind. */
export type QueryAnalysis = {
  readonly dates: readonly QueryDate[]
  readonly kinds: readonly ExpectedKind[]
  /** It says nothing but a time: "what happened last week?", "what did we talk about on Monday?". */
  readonly timeAlone: boolean
  /** It asks for what the machine side said: "what did you recommend?". */
  readonly ofAssistant: boolean
  /** It asks for what was, not for what is: "where did I live before?". */
  readonly ofThePast: boolean
  /** It asks for what happened, which nothing later replaces: "which book did he buy?". */
  readonly ofAnEvent: boolean
  /** The attributes of one value that it asks for as they are now: where somebody lives, what something costs. */
  readonly attributes: readonly AskedAttribute[]
}

/** Of a query that has not been read. */
export const nothingAsked: QueryAnalysis = {
  dates: [],
  kinds: [],
  timeAlone: false,
  ofAssistant: false,
  ofThePast: false,
  ofAnEvent: false,
  attributes: [],
}

/** `today`, YYYY-MM-DD, is the day that relative dates count from. */
export const analyzeQuery = (query: string, today: string, language: Language): QueryAnalysis => {
  const { dates, rest, evident } = readQueryTime(query, today, language)
  const words = evident ? queryWords(composed(rest), language) : []
  const ofAssistant = asksAssistant(query)
  const ofThePast = asksForThePast(query)
  const ofAnEvent = asksForAnEvent(query, language)
  return {
    dates,
    kinds: expectedKinds(query),
    ofAssistant,
    ofThePast,
    ofAnEvent,
    attributes: ofThePast || ofAnEvent ? [] : askedAttributes(query),
    timeAlone: evident && words.every(asksForWhatever),
  }
}
