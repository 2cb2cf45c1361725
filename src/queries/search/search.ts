import { runStages, type Stage } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import type { ScopeEcho, SearchAnswer, SearchRequest } from './answer.js'
import { BOOST_REACH, boostFound } from './boost.js'
import { checkLessons, withholdSources } from './check-lessons.js'
import { type FullSearchProviders, type Search, type SearchDependencies, stage } from './context.js'
import { embedQuery } from './embed-query.js'
import { expandQuery } from './expand-query.js'
import { isTaken } from './floors.js'
import { holdsNow } from './holds-now/holds-now.js'
import { newestReading, placesFor } from './newest-reading.js'
import { besides, notesOf, withNotes } from './note-conflicts.js'
import { observe } from './observability.js'
import { begin, dayAsked, openSearch } from './open-search.js'
import { optimistically } from './optimistic.js'
import { byScore } from './order.js'
import { answeringAmong } from './packaging/answering.js'
import { pack as packageText } from './packaging/pack.js'
import { readFound } from './read-found.js'
import { readTermStatistics } from './read-term-statistics.js'
import { repairBy } from './repair.js'
import { rerank as rerankMatches } from './rerank.js'
import { isMatch, scorer, thresholdOf } from './score.js'
import { shownOnce } from './shown-once.js'

/** Makes the text for a prompt out of the memories of the answer. */
const packageMemories = stage('package', (search) => {
  const matches = new Map(search.matches.map((match) => [match.id, match]))
  const { retrievalMode: mode = 'flat', tokenBudget: budget } = search.request
  const answering = answeringAmong(search, matches)
  const packable = search.memories.map((memory) => ({
    ordinal: matches.get(memory.id)?.about.ordinal ?? 0n,
    ...(search.abstracts.get(memory.id) ?? { headline: '', overview: '' }),
    answers: answering.has(memory.id),
    ...memory,
  }))
  const notes = notesOf(search, budget)
  return { ...search, packed: withNotes(packageText(packable, { mode, budget: besides(notes, budget) }), notes) }
})

/** Leaves out what is below the least score, behind all that orders, so that the rest is what it would be without. */
const leaveOutWeak = stage('floor', (search) => {
  const { minScore = 0 } = search.request
  return { ...search, memories: search.memories.filter(({ score }) => score >= minScore) }
})

const findCandidates = stage('candidates', async (search) => {
  const { request, index, lessons } = search
  const { threshold, trace, limit, currentOnly, anyway } = request
  // A trace shows the scores of all, where some are left out others take their places, and a reranker reads further.
  const wanted = placesFor(search, Math.max(limit, search.reranker?.candidates ?? 0) + lessons.withheld.length)
  const places = trace || currentOnly ? Number.POSITIVE_INFINITY : wanted
  const query = { threshold, places, anyway, floors: request, today: dayAsked(search), ...search }
  return { ...search, candidates: await index.candidates(query) }
})

/** Scores the candidates and orders those that match. */
const rank = stage('score', (search) => {
  const threshold = thresholdOf(search.termStatistics, search.request.threshold)
  return {
    ...search,
    matches: search.candidates
      .map(scorer(search))
      .filter((match) => isMatch(match, threshold) && isTaken(search.request, match))
      .toSorted(byScore),
  }
})

/** Shows once what several memories say. */
const sayOnce = stage('turns', (search) => {
  const isShown = shownOnce()
  return { ...search, matches: search.matches.filter(({ about }) => isShown(about)) }
})

/** The same stage, which also notes how many things it left. */
const counted = ({ name, run }: Stage<Search>, count: (search: Search) => number): Stage<Search> =>
  stage(name, async (before) => {
    const after = await run(before)
    return { ...after, counts: [...after.counts, count(after)] }
  })

const open = counted(openSearch, () => 1)
const words = counted(readTermStatistics, ({ termStatistics }) => termStatistics.terms.length)
const embed = counted(embedQuery, ({ vector }) => (vector === null ? 0 : 1))
const candidates = counted(findCandidates, (found) => found.candidates.length)
const score = counted(rank, ({ matches }) => matches.length)
const expand = counted(expandQuery, ({ termStatistics }) => termStatistics.relatedTerms.length)
const rerank = counted(rerankMatches, ({ matches }) => matches.length)
const turns = counted(sayOnce, ({ matches }) => matches.length)
const readings = counted(newestReading, ({ matches }) => matches.length)
const withhold = counted(withholdSources, ({ matches }) => matches.length)
const lessonCheck = counted(checkLessons, ({ lessonCheck }) => lessonCheck.matched_count)
const read = counted(readFound(), ({ memories }) => memories.length)
const readFurther = counted(readFound(BOOST_REACH), ({ memories }) => memories.length)
const holds = counted(holdsNow, ({ memories }) => memories.length)
const boost = counted(boostFound, ({ memories }) => memories.length)
const floor = counted(leaveOutWeak, ({ memories }) => memories.length)
const pack = counted(packageMemories, ({ packed }) => packed.citations.length)

export type Mode = 'full' | 'fast'

/** A mode is a list of stages, never a flag inside one. What asks a provider besides is in the list where there is one. */
export const recipesWith = (providers: FullSearchProviders): Readonly<Record<Mode, readonly Stage<Search>[]>> => {
  const { expander, reranker, rephraser } = providers
  const rank = [embed, candidates, score, turns, ...(reranker ? [rerank] : [])]
  const repair = counted(repairBy({ find: [open, words, ...rank], sayOnce }), ({ matches }) => matches.length)
  const find = [open, words, ...(expander ? [expand] : []), ...rank, ...(rephraser ? [repair] : [])]
  return {
    full: [...find, readings, withhold, read, holds, floor, lessonCheck, pack],
    fast: [
      open,
      words,
      embed,
      candidates,
      score,
      turns,
      readings,
      withhold,
      readFurther,
      boost,
      holds,
      floor,
      lessonCheck,
      pack,
    ],
  }
}

/**
 * Finds the memories that match a query, among those that its caller may see, best first. No text is refused: a
 * query that matches nothing gives an empty answer. Fails with the database's own error, and with that of an embedding
 * provider without a guard.
 */
export const search = async (
  db: Database,
  dependencies: SearchDependencies,
  { mode = 'full', ...request }: SearchRequest & { readonly mode?: Mode },
): Promise<SearchAnswer> => {
  const recipe = recipesWith(dependencies)[mode]
  const start = await begin(db, dependencies, request)
  const mayAssume = !request.trace && isLocal(dependencies, mode)
  const { result, trace } = await optimistically(mayAssume, (mayAssume) => runStages(recipe, { ...start, mayAssume }))
  return { ...answer(result), ...(request.trace ? { observability: observe(result, trace) } : {}) }
}

/** Whether it asks nobody over a network: then it can be done twice. */
const isLocal = ({ embedding, expander, reranker, rephraser }: SearchDependencies, mode: Mode): boolean =>
  !embedding.remote && (mode === 'fast' || (expander ?? reranker ?? rephraser) === undefined)

const answer = ({ request, memories, packed, consensus, degraded, lessonCheck }: Search): SearchAnswer => ({
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
  budget_constrained: packed.expand_ids.length > 0,
  ...(degraded.length > 0 ? { degraded } : {}),
})

/** Whose memories were looked at, as the service has understood it. */
export const echo = ({ scope, agentScopeGiven }: Pick<SearchRequest, 'scope' | 'agentScopeGiven'>): ScopeEcho => {
  const { userId } = scope
  if (scope.kind === 'user') return { kind: 'user', userId }
  const { workspaceId, agentId } = scope
  const given = agentScopeGiven === undefined ? {} : { agentScope: agentScopeGiven }
  return { kind: 'workspace', userId, workspaceId, agentId, ...given }
}
