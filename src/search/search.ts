import type { Database } from '../postgres/database.js'
import type { FoundMemory, SearchRequest } from './answer.js'
import { expandQuery, repair } from './ask-model.js'
import { BOOST_REACH, boost } from './boost.js'
import { checkLessons, type LessonCheck, withholdSources } from './check-lessons.js'
import { deduplicated } from './deduplicate.js'
import type { SearchDependencies } from './dependencies.js'
import { echoesBehind, echoOfMatch } from './echoes.js'
import { type EmbeddedQuery, embedQuery } from './embed-query.js'
import { type CurrentMemories, holdsNow } from './holds-now/holds-now.js'
import { readLastSession } from './last-session.js'
import { type Moves, movesOf } from './moved.js'
import { nearestMatches } from './nearest.js'
import { newestReadingFirst, placesFor } from './newest-reading.js'
import { dayAsked, type OpenedSearch, openSearch, type QueryText } from './open-search.js'
import type { Package } from './packaging/pack.js'
import { packageMemories } from './packaging/package-memories.js'
import { withPredecessors } from './predecessors.js'
import { AssumptionFailed, bestOf, type FoundMemories, readMatches } from './read-found.js'
import { type KnownWords, readTermStatistics } from './read-term-statistics.js'
import { openReading, type Reading } from './relations.js'
import { rerank } from './rerank.js'
import { type Match, publicScore, type Query } from './score.js'
import type { Candidates } from './search-index.js'
import type { TermStatistics } from './term-statistics.js'
import { SearchTrace } from './trace.js'
import { varied, variedAmong } from './variety.js'

export type Mode = 'full' | 'fast'

/** One run of a search: what it reads, whom it may ask, and how it came about. */
type SearchRun = {
  readonly reading: Reading
  readonly dependencies: SearchDependencies
  /** Whether the index may be taken as it was opened last: the first read of rows tells whether that was right. */
  readonly mayAssume: boolean
  readonly trace: SearchTrace
}

/** What a search found: an answer or an explanation is made of it. */
export type SearchOutcome = Candidates &
  EmbeddedQuery &
  CurrentMemories & {
    readonly moves: Moves
    readonly termStatistics: TermStatistics
    readonly lessonCheck: LessonCheck
    readonly packed: Package
    readonly trace: SearchTrace
  }

/** Asks no language model. What is recent or often wanted comes first where words and meaning leave the order open. */
const fastSearch = async (run: SearchRun): Promise<SearchOutcome> => {
  const { reading, dependencies, trace } = run
  const { limit } = reading.request
  const query = await readQuery(run, textOf(run))
  if (query.analysis.ofLastSession) return lastSession(run, query)
  const candidates = await orNearest(run, query, await findCandidates(run, query, limit))
  const newestFirst = (matches: readonly Match[]) => inReadingOrder(matches, query, candidates)
  const ordered = await trace.step('readings', () => newestFirst(candidates.matches), count)
  const kept = await trace.step('withhold', () => withholdSources(ordered, query.lessons, limit), countMatches)
  const best = bestOf(kept.matches, limit, BOOST_REACH)
  const read = await trace.step('read', () => readMatches(reading, query, { ...kept, best }), countMemories)
  const now = dependencies.now()
  const boosted = await trace.step('boost', () => boost(read, { now, limit, newestFirst }), countMemories)
  return complete(run, query, { ...candidates, ...kept, ...boosted })
}

/** Asks the models that are configured: for other words, for the order of the best, and for another wording. */
const fullSearch = async (run: SearchRun): Promise<SearchOutcome> => {
  const { reading, dependencies, trace } = run
  const { limit } = reading.request
  const { expander, reranker, rephraser } = dependencies
  const places = Math.max(limit, reranker?.candidates ?? 0)
  const asked = await readQuery(run, textOf(run))
  if (asked.analysis.ofLastSession) return lastSession(run, asked)
  const query = expander
    ? await trace.step('expand', () => expandQuery(asked, expander, trace), countRelatedTerms)
    : asked
  const scored = await findCandidates(run, query, places)
  const reranked = await rerankCandidates(run, query, scored)
  const findFor = async (wording: string, again: SearchTrace): Promise<Candidates> => {
    const other = { ...run, trace: again }
    const reworded = await readQuery(other, { ...query, text: wording, otherwise: query.language })
    return rerankCandidates(other, reworded, await findCandidates(other, reworded, places))
  }
  const repaired = rephraser
    ? await trace.step('repair', () => repair(reranked, query, { rephraser, trace, findFor }), countMatches)
    : reranked
  const candidates = await orNearest(run, query, { ...scored, ...repaired })
  const ordered = await trace.step('readings', () => inReadingOrder(candidates.matches, query, candidates), count)
  const kept = await trace.step('withhold', () => withholdSources(ordered, query.lessons, limit), countMatches)
  const best = bestOf(kept.matches, limit)
  const read = await trace.step('read', () => readMatches(reading, query, { ...kept, best }), countMemories)
  return complete(run, query, { ...candidates, ...kept, ...read })
}

/** Of readings of one series the newest first, and echoes behind what they say again. */
const inReadingOrder = (
  matches: readonly Match[],
  query: ReadQuery,
  { ownWords }: Pick<Candidates, 'ownWords'>,
): readonly Match[] => echoesBehind(newestReadingFirst(matches, query, ownWords), echoOfMatch)

const count = ({ length }: { readonly length: number }): number => length
const countMatches = ({ matches }: Pick<FoundMemories, 'matches'>): number => matches.length
const countMemories = ({ memories }: Pick<FoundMemories, 'memories'>): number => memories.length
const countRelatedTerms = ({ termStatistics }: KnownWords): number => termStatistics.relatedTerms.length

/** A text of which no language can be told is taken for English. */
const textOf = ({ reading: { request }, dependencies }: SearchRun): QueryText => ({
  text: request.query,
  today: dayAsked(request, dependencies.now()),
  otherwise: 'en',
})

type ReadQuery = OpenedSearch & KnownWords

/** Opens the index, and looks up in it the words of a query. */
const readQuery = async (run: SearchRun, query: QueryText): Promise<ReadQuery> => {
  const { reading, dependencies, mayAssume, trace } = run
  const { banks, relatedTerms } = dependencies
  const opened = await trace.step(
    'open',
    () => openSearch(reading, query, { banks, mayAssume }),
    () => 1,
  )
  const words = await trace.step(
    'words',
    () => readTermStatistics({ ...opened, relatedTerms }),
    ({ termStatistics }) => termStatistics.terms.length,
  )
  return { ...opened, ...words }
}

/** What matches a query by words and meaning, scored, best first: enough for so many places of an answer. */
const findCandidates = async (
  run: SearchRun,
  query: ReadQuery,
  places: number,
): Promise<Candidates & EmbeddedQuery> => {
  const { reading, trace } = run
  const { request } = reading
  const embedded = await embed(run, query)
  // A trace shows the scores of all; where some are left out others take their places.
  const all = request.trace || request.currentOnly
  const wanted = placesFor(query, variedAmong(places) + query.lessons.withheld.length)
  const scoring = { ...scoringOf(reading, query, embedded), places: all ? Number.POSITIVE_INFINITY : wanted }
  const scored = await trace.step('score', () => query.index.candidates(scoring), countMatches)
  const matches = await trace.step('turns', () => deduplicated(scored.matches), count)
  return { ...scored, ...embedded, matches }
}

const embed = ({ reading, dependencies, trace }: SearchRun, query: ReadQuery): Promise<EmbeddedQuery> =>
  trace.step(
    'embed',
    () => embedQuery({ ...query, threshold: reading.request.threshold }, dependencies, trace),
    ({ vector }) => (vector === null ? 0 : 1),
  )

/** What memories are scored by, whatever its places. */
const scoringOf = (
  { request: { timeZone, anyway } }: Reading,
  { termStatistics, analysis, today }: ReadQuery,
  embedded: EmbeddedQuery,
): Query => ({ termStatistics, analysis, ...embedded, today, timeZone, places: Number.POSITIVE_INFINITY, anyway })

/** Where nothing matches and the request leaves the bar to the service: the nearest. */
const orNearest = async (
  { reading, trace }: SearchRun,
  query: ReadQuery,
  found: Candidates & EmbeddedQuery,
): Promise<ScoredCandidates> => {
  const isSought = found.matches.length === 0 && found.vector !== null && reading.request.nearestBelow === true
  const nearest = async (): Promise<Candidates> =>
    isSought ? nearestMatches(query.index, scoringOf(reading, query, found)) : found
  const { matches, ownWords } = await trace.step('nearest', nearest, countMatches)
  return { ...found, matches, ownWords, isBelow: isSought && matches.length > 0 }
}

const rerankCandidates = async (
  { reading, dependencies: { reranker }, trace }: SearchRun,
  { text }: ReadQuery,
  candidates: Candidates,
): Promise<Candidates> => {
  if (reranker === undefined) return candidates
  const matches = await trace.step(
    'rerank',
    () => rerank(candidates.matches, { query: text, reading, reranker }, trace),
    count,
  )
  return { ...candidates, matches }
}

type ScoredCandidates = Candidates &
  EmbeddedQuery & {
    /** None of the matches clears the bar: they are the nearest. */
    readonly isBelow: boolean
  }

type FoundCandidates = ScoredCandidates & FoundMemories & { readonly withheld: readonly string[] }

/** Of what was read what holds now and is strong enough, with what lessons say of it, and as text for a prompt. */
const complete = async (run: SearchRun, query: ReadQuery, found: FoundCandidates): Promise<SearchOutcome> => {
  const { reading, trace } = run
  const { request } = reading
  const { matches, ownWords } = found
  const { analysis, termStatistics, lessons } = query
  const { limit } = request
  const read = (best: readonly Match[]) => readMatches(reading, query, { matches, best })
  const variety = await trace.step('variety', () => varied(found, { limit, ownWords, read }), countMemories)
  const readOn = (best: readonly Match[]) => readMatches(reading, query, { matches: variety.matches, best })
  const current = await trace.step(
    'holds-now',
    () => holdsNow(variety, { analysis, termStatistics }, { request, read: readOn }),
    countMemories,
  )
  const behind = { ...current, memories: echoesBehind(current.memories, ({ echo_of }) => echo_of) }
  const scoring = scoringOf(reading, query, found)
  const isPast = request.includeSuperseded || analysis.ofFormer
  const past = await trace.step(
    'past',
    () =>
      isPast ? withPredecessors(reading, scoring, { found: behind, withheld: lessons.withheld }) : nonePast(behind),
    countMemories,
  )
  const moves = movesOf(matches, { variety, current, behind, past })
  return answered(run, query, { ...found, ...past, moves })
}

/** All of the last session instead of what matches: a question for it has no words to be found by. */
const lastSession = async (run: SearchRun, query: ReadQuery): Promise<SearchOutcome> => {
  const { reading, trace } = run
  const embedded = await embed(run, query)
  const read = () => readLastSession(reading, query, scoringOf(reading, query, embedded))
  const found = await trace.step('last-session', read, countMemories)
  const moves: Moves = new Map(found.matches.map(({ id }) => [id, 'last_time']))
  const nothing = {
    isBelow: false,
    withheld: [],
    leftOut: new Map(),
    consensus: undefined,
    overtaken: new Set<string>(),
    ranks: new Map(),
  }
  return answered(run, query, { ...embedded, ...found, ...nothing, moves })
}

const nonePast = <Found>(found: Found) => ({ ...found, predecessors: new Set<string>() })

type CompleteCandidates = FoundCandidates & CurrentMemories & { readonly moves: Moves }

/** What is strong enough of what is shown, with what lessons say of it, and as text for a prompt. */
const answered = async (run: SearchRun, query: ReadQuery, found: CompleteCandidates): Promise<SearchOutcome> => {
  const { reading, dependencies, trace } = run
  const { request } = reading
  const { vector, withheld, moves, isBelow } = found
  const { analysis, termStatistics, lessons } = query
  const marked = found.memories.map((memory): FoundMemory => {
    const moved = moves.get(memory.id)
    return { ...memory, ...(moved && { moved_by: moved }), ...(isBelow && { below_threshold: true }) }
  })
  const memories = await trace.step('floor', () => strongEnough(marked, request.minScore), count)
  const shown = { ...found, memories }
  const lessonCheck = await trace.step(
    'lessons',
    () => checkLessons(reading, { ...dependencies, vector, lessons }, { ...shown, withheld }),
    ({ matched_count }) => matched_count,
  )
  const packed = await trace.step(
    'package',
    () => packageMemories({ ...shown, memories: isBelow ? [] : memories }, { analysis, termStatistics }, request),
    ({ citations }) => citations.length,
  )
  return { ...shown, termStatistics, lessonCheck, packed, trace }
}

/** What is below the least score is left out after all that orders, so that the rest is what it would be without. */
const strongEnough = (memories: readonly FoundMemory[], least = 0): readonly FoundMemory[] =>
  memories.filter(({ score }) => score >= least)

/** Finds what matches a query; of `search` all but the form of the answer. */
export const findMemories = async (
  db: Database,
  dependencies: SearchDependencies,
  { mode, ...request }: SearchRequest & { readonly mode: Mode },
): Promise<SearchOutcome> => {
  const reading = await openReading(db, request)
  const recipe = mode === 'fast' ? fastSearch : fullSearch
  const run = (mayAssume: boolean) => recipe({ reading, dependencies, mayAssume, trace: new SearchTrace() })
  // With the index as it was opened last, which saves a statement; anew where that does not hold any more.
  return run(!request.trace && isLocal(dependencies, mode)).catch((error: unknown) => {
    if (error instanceof AssumptionFailed) return run(false)
    throw error
  })
}

/** Whether it asks nobody over a network: then it can be done twice. */
const isLocal = ({ embedding, expander, reranker, rephraser }: SearchDependencies, mode: Mode): boolean =>
  !embedding.remote && (mode === 'fast' || (expander ?? reranker ?? rephraser) === undefined)

export type SearchAnswer = Awaited<ReturnType<typeof search>>

/**
 * Finds the memories that match a query, among those that its caller may see, best first. No text is refused: a
 * query that matches nothing gives an empty answer. Fails with the database's own error, and with that of an embedding
 * provider without a guard.
 */
export const search = async (
  db: Database,
  dependencies: SearchDependencies,
  { mode = 'full', ...request }: SearchRequest & { readonly mode?: Mode },
) => {
  const outcome = await findMemories(db, dependencies, { ...request, mode })
  return { ...answer(outcome, request), ...(request.trace ? { observability: observe(outcome, request) } : {}) }
}

const answer = (
  { memories, packed, consensus, lessonCheck, trace: { degraded } }: SearchOutcome,
  request: SearchRequest,
) => ({
  count: memories.length,
  retrieval_mode: request.retrievalMode ?? 'flat',
  scope: echo(request),
  memories,
  injection_text: packed.injection_text,
  citations: packed.citations,
  ...(request.retrievalMode === 'tiered' ? { tier_assignments: packed.tiers } : {}),
  expand_ids: packed.expand_ids,
  lesson_check: lessonCheck,
  ...(consensus ? { consensus } : {}),
  estimated_context_tokens: packed.tokens,
  budget_constrained: packed.constrained,
  ...shortenedIn(request),
  ...(degraded.length > 0 ? { degraded } : {}),
})

/** Says of a query that was too long how much of it was searched. */
export const shortenedIn = ({ query, queryCharacters }: Pick<SearchRequest, 'query' | 'queryCharacters'>) =>
  queryCharacters === undefined
    ? {}
    : { query_shortened: { characters: queryCharacters, searched: [...query].length - 1 } }

/** Whose memories were looked at, as the service has understood it. */
export const echo = ({ scope, agentScopeGiven }: Pick<SearchRequest, 'scope' | 'agentScopeGiven'>) => {
  if (scope.kind === 'user') return scope
  const { agentScope: _, ...asker } = scope
  return agentScopeGiven === undefined ? asker : { ...asker, agentScope: agentScopeGiven }
}

/** How the answer came about, in terms of what the caller may see and of nothing else. */
const observe = (outcome: SearchOutcome, request: SearchRequest) => {
  const returned = new Set(outcome.memories.map(({ id }) => id))
  return {
    retrieval: {
      stages: outcome.trace.stages,
      terms: outcome.termStatistics.terms.map(({ lexemes, memories }) => ({ term: lexemes.join('|'), memories })),
      scores: outcome.matches.map((match) => scorePartsOf(outcome, match, returned.has(match.id))),
    },
    packaging: { tier_budget_tokens: request.tokenBudget },
    assembly: { injection_tokens: outcome.packed.tokens },
  }
}

/**
 * What the score of a match is made of, in the terms of its formula, and what became of its place: `rank_after` is null where it
 * was left out, both ranks where it has none.
 */
export const scorePartsOf = (
  { ranks, moves }: Pick<SearchOutcome, 'ranks' | 'moves'>,
  { id, about: _, score, ...parts }: Match,
  returned: boolean,
) => ({
  memory_id: id,
  score: publicScore(score),
  ...parts,
  rank_before: ranks.get(id)?.before ?? null,
  rank_after: ranks.get(id)?.after ?? null,
  ...(moves.has(id) && { moved_by: moves.get(id) }),
  returned,
})
