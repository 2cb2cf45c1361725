import type { Language } from '../../../indexing/stop-words.js'
import { type AskedAttribute, askedAttributes } from '../attributes/asked-attributes.js'
import { asksAssistant, type ExpectedKind, expectedKinds } from './expected-kinds.js'
import { asksForAnEvent, asksForThePast } from './past.js'
import { type QueryDate, queryDates } from './query-dates.js'

/** What a query asks for in addition to its words: memories of a time, answers of a kind. */
export type QueryAnalysis = {
  readonly dates: readonly QueryDate[]
  readonly kinds: readonly ExpectedKind[]
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
  ofAssistant: false,
  ofThePast: false,
  ofAnEvent: false,
  attributes: [],
}

/** `today`, YYYY-MM-DD, is the day that relative dates count from. */
export const analyzeQuery = (query: string, today: string, language: Language): QueryAnalysis => {
  const ofAssistant = asksAssistant(query)
  const ofThePast = asksForThePast(query)
  const ofAnEvent = asksForAnEvent(query, language)
  return {
    dates: queryDates(query, today, language),
    kinds: expectedKinds(query),
    ofAssistant,
    ofThePast,
    ofAnEvent,
    attributes: ofThePast || ofAnEvent ? [] : askedAttributes(query),
  }
}
