import type { IndexedMemory } from '../../memory-index/memory-index.js'
import { allWordsOf, anyAlternative, knownOf, wholeWords } from '../../text/languages.js'
import { quoted } from '../../text/search-vector.js'
import type { FoundMemory } from '../answer.js'
import type { AskedAttribute, QueryAnalysis } from '../query-analysis/query-analysis.js'
import { type Match, newestFirst } from '../score.js'
import type { OwnWords } from '../search-index.js'
import { idf, lexemesOf, type Term, type TermStatistics } from '../term-statistics.js'

/** So much of a text is looked at for words of change: they stand at its beginning, or it is about something else. */
const LOOKED_AT = 1000

const anyOf = (words: string): RegExp => new RegExp(wholeWords(words), 'iu')

const change = [...knownOf('change').values()]
const CHANGE = anyOf(change.map(({ telling }) => telling).join('|'))
/** Of somebody or something that is there no more. */
const END = anyOf(change.flatMap(({ end }) => end ?? []).join('|'))
/** "Dana left": but not "I left", which tells of any errand. */
const SOMEBODY_LEFT = new RegExp(
  String.raw`(?<!\p{L})\p{Lu}\p{Ll}+ (?:${anyAlternative(change.map(({ gone }) => gone))})(?!\p{L})`,
  'u',
)

/**
 * Whether a text says that something is other than it was: "moved to", "these days", "no longer", "inzwischen", "ya no".
 * Words that tell of any event ("new", "started", "again") are left out: they are in half of all chat.
 */
export const tellsOfChange = (text: string): boolean => {
  const beginning = beginningOf(text)
  return CHANGE.test(beginning) || SOMEBODY_LEFT.test(beginning)
}

/** Whether a text tells of something's end: "left", "is closed", "kaputt", "ya no". On its own it may be of anything. */
export const tellsOfAnEnd = (text: string): boolean => END.test(beginningOf(text))

const SPEAKER = anyOf([...knownOf('speaker').values()].join('|'))

/** Whether somebody speaks of themself. */
export const isOfSpeaker = (text: string): boolean => SPEAKER.test(beginningOf(text))

const beginningOf = (text: string): string => text.slice(0, LOOKED_AT).replaceAll('’', "'")

/** The label of a speaker right before code or a quotation. */
const LABEL = /^[^\n:]{1,256}: (?= {0,3}(?:```|>))/
/** Code between fences, closed or not, and the lines of a quotation. */
const NOT_OWN = /(?:^|\n) {0,3}(?:```[\s\S]*?(?:\n {0,3}```|$)|>[^\n]*)/g

/** What a text says in its own words: what stands in code, or is quoted, is not told by it. */
const inOwnWords = (content: string): string => content.replace(LABEL, '').replace(NOT_OWN, '\n').trim()

/** From this share of what the query's words weigh, of those that one or the other holds, both match the same words. */
const SAME_QUERY_WORDS = 0.7
/** From this share of what the own words of the shorter weigh, both say the same. */
const SAME_OWN_WORDS = 0.5
/** What is said later is about what was said before from this nearness on: the cosine, and shares of common words. */
const NEAR_ENOUGH = 0.4
const QUERY_WORDS = 0.3
const OWN_WORDS = 0.3
/** What gives another number is about the same from this cosine and this share of the query's words on. */
const SAME_TOPIC = 0.4
const SOME_QUERY_WORDS = 0.25
/** Only what matches this share of the query's words is what the query asks for, and can be replaced. */
const ASKED_FOR = 0.3
/** Of what the earlier holds of the query besides the words of an attribute the later holds so much, by its weight. */
const THE_REST = 0.5
const NAMING = allWordsOf(knownOf('naming').values())
/** A word is a name, or as good as one, from this share of the greatest rarity on. */
const RARE = 0.55

export type Saying = ReturnType<typeof sayingOf>

/**
 * A memory among the best, by what it says itself: its own words and its rare ones, those of the query that it holds (`asked`)
 * with what each weighs by its rarity, and the attributes that the query asks for and of which it holds a word (`told`).
 */
export const sayingOf = (
  { termStatistics, analysis }: { readonly termStatistics: TermStatistics; readonly analysis: QueryAnalysis },
  { places, documents, directions }: OwnWords,
  {
    match,
    content: whole,
    observed_at: saidAt,
  }: Pick<FoundMemory, 'content' | 'observed_at'> & { readonly match: Match },
) => {
  const content = inOwnWords(whole)
  const own = places.get(match.id) ?? new Map<string, readonly number[]>()
  const asked = termStatistics.terms
    .filter(({ lexemes }) => lexemes.some((lexeme) => own.has(quoted(lexeme))))
    .map((term): [Term, number] => [term, idf(termStatistics, term.memories)])
  const weights = [...own.keys()].map((key): [string, number] => [key, idf(termStatistics, documents.get(key) ?? 0)])
  const inQuery = new Set(termStatistics.terms.flatMap(({ lexemes }) => lexemes.map(quoted)))
  const least = RARE * Math.log(1 + termStatistics.memories)
  const rare = weights.flatMap(([key, weight]) => (weight >= least && !inQuery.has(key) ? [key] : []))
  return {
    match,
    content,
    /** ISO instant of the newest telling. */
    saidAt,
    /** It holds code or a quotation as well. */
    quotes: content !== whole.trim(),
    tellsOfChange: tellsOfChange(content),
    direction: directions.get(match.id),
    numbers: new Set([...own.keys()].filter((key) => /^'-?\d/.test(key))),
    weights: new Map(weights),
    rare: new Set(rare),
    asked: new Map(asked),
    told: analysis.attributes.filter(({ lexemes }) => lexemes.some((lexeme) => own.has(quoted(lexeme)))),
  }
}

/**
 * Whether the later of two seems to say anew what the earlier said: a guess by their wording. Either both tell the attribute that
 * the query asks for; or the earlier matches the query, and one of these is so. Both match the same words of the query, and share
 * most of their own words; or the later is near the earlier, and tells of a change; or the later tells of the end of what the
 * earlier names; or it gives another number for the same. Of turns of one ingest only an attribute told with a word of change and
 * the same words count, and what somebody says of themself is compared with their own words alone.
 */
export const seemsSaidAnew = (earlier: Saying, later: Saying): boolean => {
  if (later.content === '' || lastSaidFirst(later, earlier) >= 0) return false
  const { about } = earlier.match
  const isParty = isOneParty(about, later.match.about)
  const isOfOthers = (isOfSpeaker(earlier.content) || isOfSpeaker(later.content)) && !isParty
  const isOnce = isOneOccasion(about, later.match.about)
  const changes = later.tellsOfChange
  if (later.quotes && !changes) return false
  if (!isOfOthers && (changes || !isOnce) && tellTheSame(earlier, later)) return true
  if (earlier.match.lexical < ASKED_FOR) return false
  if (isParty && matchTheSame(earlier, later) && overlapOf(earlier, later) >= SAME_OWN_WORDS) return true
  if (isOfOthers || isOnce) return false
  if (changes && nearnessOf(earlier, later) >= NEAR_ENOUGH) return true
  if (tellsOfAnEnd(later.content) && [...earlier.rare].some((word) => later.rare.has(word))) return true
  const isSameTopic = cosineOf(earlier, later) >= SAME_TOPIC && commonWords(earlier, later) >= SOME_QUERY_WORDS
  return isSameTopic && haveOtherNumbers(earlier, later)
}

/** By the newest telling: what is said again is in force again. Of one moment by their place. */
export const lastSaidFirst = (a: Saying, b: Saying): number =>
  Date.parse(b.saidAt) - Date.parse(a.saidAt) || newestFirst(a.match, b.match)

/** Whether both tell the same attribute that the query asks for, of the same: of what else the query names the later holds its share. */
const tellTheSame = (earlier: Saying, later: Saying): boolean =>
  earlier.told.some((attribute) => later.told.includes(attribute) && holdsTheRest(attribute, earlier, later))

/** Of a query for the price of a plan, the plan. */
const holdsTheRest = ({ lexemes, asking }: AskedAttribute, earlier: Saying, later: Saying): boolean => {
  const telling = new Set([...NAMING, ...lexemes, ...asking.flatMap((word) => lexemesOf(word))])
  const rest = [...earlier.asked].filter(([term]) => !term.lexemes.some((lexeme) => telling.has(lexeme)))
  const held = rest.filter(([term]) => later.asked.has(term))
  return sum(held.map(([, weight]) => weight)) >= THE_REST * sum(rest.map(([, weight]) => weight))
}

const nearnessOf = (a: Saying, b: Saying): number =>
  cosineOf(a, b) + QUERY_WORDS * commonWords(a, b) + OWN_WORDS * overlapOf(a, b)

const isOneParty = (a: IndexedMemory, b: IndexedMemory): boolean => a.role === b.role && a.subject === b.subject

/** Turns that were taken in together: `said_in` names their episode before the turn, and where there is no turn the memory. */
const isOneOccasion = (a: IndexedMemory, b: IndexedMemory): boolean => episodeOf(a) === episodeOf(b)

const episodeOf = ({ said_in }: IndexedMemory): string => said_in.replace(/ .*/s, '')

/** A number in the query separates the memories that hold it from the others. */
const matchTheSame = (a: Saying, b: Saying): boolean => {
  const onlyOne = [...a.asked.keys(), ...b.asked.keys()].filter((term) => !a.asked.has(term) || !b.asked.has(term))
  if (onlyOne.some(({ lexemes }) => lexemes.some((lexeme) => /\p{N}/u.test(lexeme)))) return false
  return commonWords(a, b) >= SAME_QUERY_WORDS
}

/** The words of the query that both hold, as a share of those that one or the other holds, by their rarity. */
const commonWords = (a: Saying, b: Saying): number => {
  const either = sum(new Map([...a.asked, ...b.asked]).values())
  const both = sum([...a.asked].map(([term, weight]) => (b.asked.has(term) ? weight : 0)))
  return either > 0 ? both / either : 0
}

/** The overlap coefficient of their own words, each by its rarity. */
const overlapOf = (a: Saying, b: Saying): number => {
  const shorter = Math.min(sum(a.weights.values()), sum(b.weights.values()))
  const both = sum([...a.weights].map(([key, weight]) => (b.weights.has(key) ? weight : 0)))
  return shorter > 0 ? both / shorter : 0
}

const cosineOf = ({ direction: a }: Saying, { direction: b }: Saying): number => {
  if (a === undefined || b === undefined || a.length !== b.length) return 0
  let [dot, left, right] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    dot += x * y
    left += x * x
    right += y * y
  }
  return left > 0 && right > 0 ? dot / Math.sqrt(left * right) : 0
}

const haveOtherNumbers = ({ numbers: a }: Saying, { numbers: b }: Saying): boolean =>
  a.size > 0 && b.size > 0 && ![...a].some((number) => b.has(number))

const sum = (weights: Iterable<number>): number => [...weights].reduce((total, weight) => total + weight, 0)
