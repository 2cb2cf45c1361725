import { runStages, type Stage, type StageTrace } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import type { SearchRequest } from './answer.js'
import { expandQuery, repairBy } from './ask-model.js'
import { BOOST_REACH, boostFound } from './boost.js'
import { checkLessons, withholdSources } from './check-lessons.js'
import { AssumptionFailed, type FullSearchProviders, type Search, type SearchDependencies, stage } from './context.js'
import { embedQuery } from './embed-query.js'
import { holdsNow } from './holds-now/holds-now.js'
import { newestReading, placesFor } from './newest-reading.js'
import { begin, dayAsked, openSearch } from './open-search.js'
import { packageMemories } from './packaging/package-memories.js'
import { readFound } from './read-found.js'
import { readTermStatistics } from './read-term-statistics.js'
import { rerank } from './rerank.js'
import { type Match, newestFirst, publicScore, shownOnce } from './score.js'

/** Leaves out what is below the least score, behind all that orders, so that the rest is what it would be without. */
const leaveOutWeak = stage('floor', (search) => {
  const { minScore = 0 } = search.request
  return { ...search, memories: search.memories.filter(({ score }) => score >= minScore) }
})

/** Finds what matches, best first. */
const findMatches = stage('score', async (search) => {
  const { request, index, lessons } = search
  const { trace, limit, currentOnly, anyway } = request
  // A trace shows the scores of all, where some are left out others take their places, and a reranker reads further.
  const wanted = placesFor(search, Math.max(limit, search.reranker?.candidates ?? 0) + lessons.withheld.length)
  const places = trace || currentOnly ? Number.POSITIVE_INFINITY : wanted
  return { ...search, ...(await index.candidates({ ...search, ...request, anyway, places, today: dayAsked(search) })) }
})

/** Shows once what several memories say: of those with the same words the one said last, at the place of the best. */
const sayOnce = stage('turns', (search) => {
  const isShown = shownOnce()
  const newest = new Map<string, Match>()
  for (const match of search.matches) {
    const { text_hash: words } = match.about
    const other = words === null ? undefined : newest.get(words)
    if (words !== null && (other === undefined || newestFirst(match, other) < 0)) newest.set(words, match)
  }
  const matches = search.matches.filter(({ about }) => isShown(about))
  return {
    ...search,
    matches: matches.map((match) => ({ ...(newest.get(match.about.text_hash ?? '') ?? match), score: match.score })),
  }
})

/** How many things each stage leaves, by its name; any other leaves matches. */
const LEFT: Readonly<Record<string, (search: Search) => number>> = {
  open: () => 1,
  words: ({ termStatistics }) => termStatistics.terms.length,
  embed: ({ vector }) => (vector === null ? 0 : 1),
  expand: ({ termStatistics }) => termStatistics.relatedTerms.length,
  lessons: ({ lessonCheck }) => lessonCheck.matched_count,
  read: ({ memories }) => memories.length,
  'holds-now': ({ memories }) => memories.length,
  boost: ({ memories }) => memories.length,
  floor: ({ memories }) => memories.length,
  package: ({ packed }) => packed.citations.length,
}

/** The same stage, which also notes how many things it left. */
const counted = ({ name, run }: Stage<Search>): Stage<Search> =>
  stage(name, async (before) => {
    const after = await run(before)
    return { ...after, counts: [...after.counts, LEFT[name]?.(after) ?? after.matches.length] }
  })

export type Mode = 'full' | 'fast'

/** A mode is a list of stages, never a flag inside one. What asks a provider besides is in the list where there is one. */
export const recipesWith = ({
  expander,
  reranker,
  rephraser,
}: FullSearchProviders): Readonly<Record<Mode, readonly Stage<Search>[]>> => {
  const read = [openSearch, readTermStatistics]
  const rank = [embedQuery, findMatches, sayOnce]
  const best = [...rank, ...(reranker ? [rerank] : [])]
  const repair = repairBy([...read, ...best].map(counted), counted(sayOnce))
  const find = [...read, ...(expander ? [expandQuery] : []), ...best, ...(rephraser ? [repair] : [])]
  const found = [newestReading, withholdSources]
  const answered = [holdsNow, leaveOutWeak, checkLessons, packageMemories]
  return {
    full: [...find, ...found, readFound(), ...answered].map(counted),
    fast: [...read, ...rank, ...found, readFound(BOOST_REACH), boostFound, ...answered].map(counted),
  }
}

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
  const recipe = recipesWith(dependencies)[mode]
  const start = await begin(db, dependencies, request)
  // With the index as it was opened last, which saves a statement; anew where that does not hold any more.
  const run = (mayAssume: boolean) => runStages(recipe, { ...start, mayAssume })
  const { result, trace } = await run(!request.trace && isLocal(dependencies, mode)).catch((error: unknown) => {
    if (error instanceof AssumptionFailed) return run(false)
    throw error
  })
  return { ...answer(result), ...(request.trace ? { observability: observe(result, trace) } : {}) }
}

/** Whether it asks nobody over a network: then it can be done twice. */
const isLocal = ({ embedding, expander, reranker, rephraser }: SearchDependencies, mode: Mode): boolean =>
  !embedding.remote && (mode === 'fast' || (expander ?? reranker ?? rephraser) === undefined)

const answer = ({ request, memories, packed, consensus, degraded, lessonCheck }: Search) => ({
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
export const echo = ({ scope, agentScopeGiven }: Pick<SearchRequest, 'scope' | 'agentScopeGiven'>) => {
  if (scope.kind === 'user') return scope
  const { agentScope: _, ...asker } = scope
  return agentScopeGiven === undefined ? asker : { ...asker, agentScope: agentScopeGiven }
}

/** How the answer came about, in terms of what the caller may see and of nothing else. */
const observe = (search: Search, trace: readonly StageTrace[]) => {
  const returned = new Set(search.memories.map(({ id }) => id))
  const stages = trace.map(({ stage: name, ms }, i) => {
    const skipped = search.skipped.get(name)
    const told = { name, count: search.counts[i] ?? 0, duration_ms: Math.round(ms * 1000) / 1000 }
    return skipped === undefined ? told : { ...told, skipped }
  })
  return {
    retrieval: {
      stages,
      terms: search.termStatistics.terms.map(({ lexemes, memories }) => ({ term: lexemes.join('|'), memories })),
      scores: search.matches.map((match) => partsOf(search, match, returned.has(match.id))),
    },
    packaging: { tier_budget_tokens: search.request.tokenBudget },
    assembly: { injection_tokens: search.packed.tokens },
  }
}

/**
 * What the score of a match is made of, in the terms of the formula in `bank-scores.ts`, and what became of its place: `rank_after`
 * is null where it was left out, both ranks where it has none.
 */
export const partsOf = (
  { ranks }: Pick<Search, 'ranks'>,
  { id, about: _, score, ...parts }: Match,
  returned: boolean,
) => ({
  memory_id: id,
  score: publicScore(score),
  ...parts,
  rank_before: ranks.get(id)?.before ?? null,
  rank_after: ranks.get(id)?.after ?? null,
  returned,
})
