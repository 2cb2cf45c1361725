import { ANSWERS } from '../../text/answer-bits.js'
import { anyAlternative, knownOf, wholeWords } from '../../text/languages.js'
import { CLINGING, LANGUAGES, type Language } from '../../text/words.js'
import { lexemesOf, queryWords } from '../term-statistics.js'
import { asksForLastSession } from './last-session-asked.js'
import { type QueryDate, queryDates } from './query-dates.js'

const KNOWN = LANGUAGES.flatMap((language) =>
  (knownOf('attributes').get(language) ?? []).map(({ asks, words }) => ({
    language,
    asks: new RegExp(wholeWords(asks), 'u'),
    lexemes: [...new Set(words.split(' ').flatMap((word) => lexemesOf(word, [language])))],
  })),
)

/** An attribute that a query asks for. */
export type AskedAttribute = Pick<(typeof KNOWN)[number], 'language' | 'lexemes'> & {
  /** The word of the query that stands for it; none where the question asks for it in small words alone. */
  readonly asking: readonly string[]
}

/** A question tells what attribute it is about at its beginning. */
const BEGINNING = 300

/** The attributes of one value that a query asks for; words are read in any of the languages whose words are known. */
export const askedAttributes = (query: string): readonly AskedAttribute[] => {
  const asked = query.slice(0, BEGINNING).replaceAll('’', "'").toLowerCase()
  return KNOWN.flatMap(({ asks, ...attribute }) => {
    const [match] = asks.exec(asked) ?? []
    return match === undefined ? [] : [{ ...attribute, asking: queryWords(match, attribute.language).slice(-1) }]
  })
}

/** How near to the word of the query that stands for an attribute the words count that tell it. */
const NEARNESS = 0.7

/** The words that tell what a query asks for, each beside a word of the query that stands for it. */
export const attributeTerms = (asked: readonly AskedAttribute[]) =>
  asked.flatMap(({ asking, lexemes, language }) =>
    asking.flatMap((word) => lexemes.map((lexeme) => ({ word, lexeme, language, cosine: NEARNESS }))),
  )

const { en: inEnglish = '', ...inOthers } = Object.fromEntries(knownOf('asksAssistant'))
const ENGLISH = new RegExp(inEnglish, 'i')
const OTHERS = new RegExp(Object.values(inOthers).join('|'), 'iu')

/** Whether a query asks for what the machine side recommended, suggested or answered. */
export const asksAssistant = (query: string): boolean => {
  const asked = query.slice(0, 1000).replace(/’/g, "'")
  return ENGLISH.test(asked) || OTHERS.test(asked)
}

/** A kind of answer that a query asks for, and what a memory that holds it gains. */
export type ExpectedKind = { readonly bit: number; readonly weight: number }

const asks = [...knownOf('asks').values()]
const kinds: readonly (ExpectedKind & { readonly asked: RegExp })[] = (
  [
    ['time', 0.1],
    ['place', 0.1],
    ['number', 0.05],
    ['name', 0.1],
  ] as const
).map(([kind, weight]) => ({
  asked: new RegExp(anyAlternative(asks.map((own) => own[kind])), 'i'),
  bit: ANSWERS[kind],
  weight,
}))

/** The kinds of answer that an English query asks for: a time, a place, a number, a name; none in other languages. */
export const expectedKinds = (query: string): readonly ExpectedKind[] => {
  const text = query.trimStart()
  return kinds.flatMap(({ asked, bit, weight }) => (asked.test(text) ? [{ bit, weight }] : []))
}

/** The weights of the kinds that a memory's answer bits meet, added up. */
export const answerScore = (asked: readonly ExpectedKind[], answerBits: number): number =>
  asked.reduce((sum, { bit, weight }) => ((answerBits & bit) === 0 ? sum : sum + weight), 0)

const wordsOf = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

/** A question is short. */
const READ = 1000

const phrasesIn = ([language, words]: readonly [string, string]): string => {
  if (language === 'en') return `\\b(?:${words})\\b`
  return CLINGING.has(language) ? words : `(?<!\\p{L})(?:${words})(?!\\p{L})`
}
const PAST = new RegExp([...knownOf('past')].map(phrasesIn).join('|'), 'iu')

/** Whether a query asks for what was, so that what came later is not what it wants. */
export const asksForThePast = (query: string): boolean => PAST.test(readOf(query))

/** Whether a query asks for what was before something took its place: "before my flight" asks for no such thing. */
const FORMER = new RegExp([...knownOf('former')].map(phrasesIn).join('|'), 'iu')
export const asksForFormer = (query: string): boolean => FORMER.test(readOf(query))

/** At the beginning of a question of unknown language, or one taken for Dutch, "was" may be German. */
const EVENTS = new Map([...knownOf('events')].map(([language, forms]) => [language, wordsOf(forms)]))
const OUTCOME = wordsOf([...knownOf('outcome').values()].join('|'))

/** Whether a query asks for what happened, which nothing later replaces: "which book did he buy?". */
export const asksForAnEvent = (query: string, language: Language): boolean => {
  const asked = readOf(query)
  return (EVENTS.get(language) ?? EVENTS.get('en'))?.test(asked) === true && !OUTCOME.test(asked)
}

const NUMBER = new RegExp([...knownOf('asksNumber')].map(phrasesIn).join('|'), 'iu')

const readOf = (query: string): string => query.slice(0, READ).replaceAll('’', "'")

/** What a query asks for in addition to its words: memories of a time, answers of a kind. */
export type QueryAnalysis = {
  readonly dates: readonly QueryDate[]
  readonly kinds: readonly ExpectedKind[]
  /** It asks for what the machine side said: "what did you recommend?". */
  readonly ofAssistant: boolean
  /** It asks for a number, in any language: what holds none is no answer. */
  readonly ofNumber: boolean
  /** It asks for what was, not for what is: "where did I live before?". */
  readonly ofThePast: boolean
  /** It asks for what something has taken the place of: "what was my previous number?". */
  readonly ofFormer: boolean
  /** It asks for the last conversation, and for nothing that was said there: "where did we leave off?". */
  readonly ofLastSession: boolean
  /** It asks for what happened, which nothing later replaces: "which book did he buy?". */
  readonly ofAnEvent: boolean
  /** The attributes of one value that it asks for as they are now: where somebody lives, what something costs. */
  readonly attributes: readonly AskedAttribute[]
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
    ofNumber: NUMBER.test(readOf(query)),
    ofThePast,
    ofFormer: asksForFormer(query),
    ofLastSession: asksForLastSession(query),
    ofAnEvent,
    attributes: ofThePast || ofAnEvent ? [] : askedAttributes(query),
  }
}
