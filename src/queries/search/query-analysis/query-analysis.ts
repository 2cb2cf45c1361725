import type { Language } from '../../../indexing/stop-words.js'
import { knownOf } from '../../../text/languages.js'
import { type AskedAttribute, askedAttributes } from '../attributes/asked-attributes.js'
import { asksAssistant, type ExpectedKind, expectedKinds } from './expected-kinds.js'
import { type QueryDate, queryDates } from './query-dates.js'

const wordsOf = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

/** A question is short. */
const READ = 1000

const PAST =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|original(?:ly)?|initial(?:ly)?|used to|at first|first|earlier|once|(?<!how )old|back then|back when|by then|at th(?:e|at) time|in those days|in the past|until(?! when)|prior|predecessors?|no longer|not any ?more|started|beginning|history|changed? from|switch(?:ed)? from|over time|progress(?:ed|ion)?|evol(?:ve|ved|ution))\b|(?<!\p{L})(?:früher|vorher|zuvor|davor|ursprünglich|anfangs|zuerst|damals|ehemals|bisher|vorherige[rnms]?|vorige[rnms]?|ehemalige[rnms]?|damalige[rnms]?|anfängliche[rnms]?|alte[rnms]?|erste[rnms]?|einst|seinerzeit|zu beginn|am anfang|nicht mehr|vorgänger(?:in)?|antes|anteriormente|anterior(?:es)?|previamente|originalmente|al (?:principio|comienzo|inicio)|en un principio|inicialmente|primer[oa]?s?|antigu[oa]s?|solían?|en el pasado|por entonces|ya no|avant|auparavant|précédemment|précédente?s?|autrefois|initialement|d'abord|à l'origine|ancien(?:ne)?s?|antigamente|inicialmente|primeiro|costumava|prima|precedente(?:mente)?|in origine|inizialmente|all'inizio|vroeger|eerder|oorspronkelijk|aanvankelijk|voorheen|раньше|прежде|до этого|сначала|изначально|первоначально|прежн\p{L}{2,3})(?!\p{L})|以前|之前|原来|原來|最初|过去|過去|曾经|曾經|一开始|前は|かつて|昔|もともと|元々|はじめは|예전|이전|원래|처음|과거|سابقا|قبل|في البداية|पहले|शुरू में/iu

/** Whether a query asks for what was, so that what came later is not what it wants. */
export const asksForThePast = (query: string): boolean => PAST.test(readOf(query))

/** At the beginning of a question of unknown language, or one taken for Dutch, "was" may be German. */
const EVENTS = new Map([...knownOf('events')].map(([language, forms]) => [language, wordsOf(forms)]))
const OUTCOME = wordsOf([...knownOf('outcome').values()].join('|'))

/**
 * Whether a query asks for what happened rather than for what is: "which book did he buy?", "was haben wir gekauft?". What
 * happened later does not replace it.
 */
export const asksForAnEvent = (query: string, language: Language): boolean => {
  const asked = readOf(query)
  return (EVENTS.get(language) ?? EVENTS.get('en'))?.test(asked) === true && !OUTCOME.test(asked)
}

const readOf = (query: string): string => query.slice(0, READ).replaceAll('’', "'")

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
