import { inOrder } from '../../concurrency/slices.js'
import { holdsNumber } from '../../text/answer-bits.js'
import { lexemesIn } from '../../text/search-vector.js'
import { type Language, languageOf } from '../../text/words.js'
import type { FoundMemory } from '../answer.js'
import { type AnalysedQuery, asksOfThen, byLinks, type CurrentMemories } from '../holds-now/holds-now.js'
import { type Match, WEIGHTS } from '../score.js'
import { idf, type TermStatistics } from '../term-statistics.js'
import { type Stated, statedBy } from './stated.js'

/**
 * What a statement is worth as an answer, added to its relevance to the query (words, related terms and cosine, as in its score).
 * Fitted on 197 questions about 40 chats, each story judged by weights fitted without it; a fit of 15 features gains nothing more.
 */
const EVIDENCE = {
  /** The share of the query's words that its statements hold themselves. */
  stated: 0.5,
  /** The share that only its own questions hold: who asks the same again does not answer. */
  asked: -0.3,
  /** Without a number, where one is asked for. */
  noNumber: -0.6,
  /** The newest of those that may answer; the oldest gains nothing. */
  newest: 0.25,
} as const

/** The least that an answer is worth. What an assistant suggests shares few words with the question that it answers. */
const LEAST = { user: 0.7, assistant: 0.3 } as const
/** At most so many answer, none of which is worth less than the best by more than this. */
const MOST = 3
const AS_GOOD = 0.05

/** So many of the best are looked at. */
const LOOKED_AT = 20

/**
 * The memories that answer the query: stated by who is asked about, in force, no echo, and no question without a statement.
 * Where nothing is worth enough, none. `matches` are those of the search, by id.
 */
export const answeringAmong = (
  found: CurrentMemories,
  query: AnalysedQuery,
  matches: ReadonlyMap<string, Match>,
): ReadonlySet<string> => {
  if (query.analysis.ofLastSession) return lastStated(found, query, matches)
  const worth = worthOf(found, query, matches)
  const least = query.analysis.ofAssistant ? LEAST.assistant : LEAST.user
  const worthy = found.memories.filter((memory) => mayAnswer(found, memory) && (worth.get(memory.id) ?? 0) >= least)
  const best = (query.analysis.ofFormer ? formerOf(found, worthy) : worthy)
    .map(({ id }) => ({ id, worth: worth.get(id) ?? 0 }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, MOST)
  return new Set(best.flatMap((each) => (each.worth >= (best[0]?.worth ?? 0) - AS_GOOD ? [each.id] : [])))
}

const mayAnswer = ({ details, overtaken }: CurrentMemories, { id, outdated_by, echo_of }: FoundMemory): boolean =>
  outdated_by === null &&
  echo_of === null &&
  !overtaken.has(id) &&
  details.get(id)?.contests.some(({ wins }) => wins) !== true

/** Of a session that is shown in its order, what was stated last. */
const lastStated = (
  found: CurrentMemories,
  query: AnalysedQuery,
  matches: ReadonlyMap<string, Match>,
): ReadonlySet<string> => {
  const stating = statingAmong(found, query, matches).filter(({ memory }) => mayAnswer(found, memory))
  return new Set(stating.slice(-MOST).map(({ memory }) => memory.id))
}

/** What was before is not the newest of several. Where links tell what it was, that is shown and out of force, and nothing else answers. */
const formerOf = ({ memories }: CurrentMemories, worthy: readonly FoundMemory[]): readonly FoundMemory[] => {
  if (memories.some(({ moved_by }) => moved_by === 'past')) return []
  const [newest] = worthy.toSorted((a, b) => inOrder(b.observed_at, a.observed_at))
  return worthy.length > 1 ? worthy.filter((memory) => memory.observed_at !== newest?.observed_at) : worthy
}

/** What each is worth; what took the place of another by a link answers in its stead, in whatever words it is told. */
const worthOf = (
  found: CurrentMemories,
  query: AnalysedQuery,
  matches: ReadonlyMap<string, Match>,
): ReadonlyMap<string, number> => {
  const stating = statingAmong(found, query, matches)
  const times = [...new Set(stating.map(({ memory }) => memory.observed_at))].toSorted(inOrder)
  const worth = new Map<string, number>(stating.map((each) => [each.memory.id, evidenceOf(each, times, query)]))
  if (asksOfThen(query.analysis)) return worth
  const shown = new Map(found.memories.map((memory) => [memory.id, memory]))
  // What gains is looked at again: it may be outdated itself.
  const open = [...worth.keys()]
  for (const id of open) {
    const memory = shown.get(id)
    for (const later of memory === undefined ? [] : byLinks(found, memory)) {
      if ((worth.get(later) ?? 0) >= (worth.get(id) ?? 0)) continue
      worth.set(later, worth.get(id) ?? 0)
      open.push(later)
    }
  }
  return worth
}

type Stating = {
  readonly memory: FoundMemory
  readonly match: Match
  readonly language: Language
  readonly stated: Stated
}

/** Those of the best that state something, by who is asked about. */
const statingAmong = (
  { memories }: CurrentMemories,
  { analysis }: AnalysedQuery,
  matches: ReadonlyMap<string, Match>,
): readonly Stating[] =>
  memories.slice(0, LOOKED_AT).flatMap((memory) => {
    const match = matches.get(memory.id)
    if (match === undefined) return []
    const language = languageOf(match.about.language)
    const said = { content: memory.content, role: match.about.role, language }
    const stated = statedBy(analysis.ofAssistant ? 'assistant' : 'user', said)
    return stated.statements === '' ? [] : [{ memory, match, language, stated }]
  })

const evidenceOf = (
  { memory, match, language, stated }: Stating,
  times: readonly string[],
  { analysis, termStatistics }: AnalysedQuery,
): number => {
  const own = lexemesIn(stated.statements, language)
  const around = lexemesIn(stated.questions, language)
  const covered = coverage(termStatistics, own)
  const together = coverage(termStatistics, new Set([...own, ...around]))
  const askedAlone = stated.isExchange || analysis.ofAssistant ? 0 : together - covered
  return (
    match.lexical +
    match.relatedTerms +
    WEIGHTS.cosine * match.cosine +
    EVIDENCE.stated * (stated.isExchange ? together : covered) +
    EVIDENCE.asked * askedAlone +
    (analysis.ofNumber && !holdsNumber(stated.statements) ? EVIDENCE.noNumber : 0) +
    EVIDENCE.newest * recencyAmong(memory, times)
  )
}

/** The share of what the query's words weigh, by their rarity. */
const coverage = (termStatistics: TermStatistics, lexemes: ReadonlySet<string>): number => {
  let [held, all] = [0, 0]
  for (const term of termStatistics.terms) {
    const weight = idf(termStatistics, term.memories)
    all += weight
    if (term.lexemes.some((lexeme) => lexemes.has(lexeme))) held += weight
  }
  return all > 0 ? held / all : 0
}

/** 1 for what was said at the last of these times, 0 at the first, by their order; 0.5 where there is one. */
const recencyAmong = ({ observed_at }: FoundMemory, times: readonly string[]): number =>
  times.length > 1 ? times.indexOf(observed_at) / (times.length - 1) : 0.5
