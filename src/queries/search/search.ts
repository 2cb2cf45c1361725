import { runStages, type Stage, type StageTrace } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { Observability, ScopeEcho, ScoreParts, SearchAnswer, SearchRequest } from './answer.js'
import { BOOST_REACH, boostFound } from './boost.js'
import { findCandidates } from './candidates.js'
import { begin, type Search, stage } from './context.js'
import { embedQuery } from './embed-query.js'
import { newerFirst } from './newer-first.js'
import { packFlat } from './package-flat.js'
import { readFound } from './read-found.js'
import { readTermStatistics } from './read-term-statistics.js'
import type { RelatedTerms } from './related-terms.js'
import { openRelations } from './relations.js'
import { barOf, byScore, isMatch, publicScore, scorer } from './score.js'

/** How the answer came about, in terms of what the caller may see and of nothing else. */
const observe = (search: Search, trace: readonly StageTrace[]): Observability => ({
  retrieval: {
    stages: trace.map(({ stage, ms }, i) => ({
      name: stage,
      count: search.counts[i] ?? 0,
      duration_ms: Math.round(ms * 1000) / 1000,
    })),
    terms: search.termStatistics.terms.map(({ lexemes, memories }) => ({ term: lexemes.join('|'), memories })),
    scores: scores(search),
  },
  packaging: { tier_budget_tokens: search.request.tokenBudget },
  assembly: { injection_tokens: search.packed.tokens },
})

const scores = ({ matches, memories }: Search): readonly ScoreParts[] => {
  const returned = new Set(memories.map(({ id }) => id))
  return matches.map(({ id, about: _, score, ...parts }) => ({
    memory_id: id,
    score: publicScore(score),
    ...parts,
    returned: returned.has(id),
  }))
}

/** A memory answers when it holds at least this share of what the query's words weigh. */
const ANSWERING_WORDS = 0.5
/** The best memory also answers when its score, 0 to 1, is at least this. */
const ANSWERING_SCORE = 0.5

/** Makes the text for a prompt out of the memories of the answer. */
const packageFlat = stage('package', (search) => {
  const words = new Map(search.matches.map(({ id, lexical }) => [id, lexical]))
  const packable = search.memories.map((memory, place) => ({
    ...memory,
    answers: (words.get(memory.id) ?? 0) >= ANSWERING_WORDS || (place === 0 && memory.score >= ANSWERING_SCORE),
  }))
  return { ...search, packed: packFlat(packable, search.request.tokenBudget) }
})

/** Scores the candidates and orders those that match. */
const rank = stage('score', (search) => {
  const bar = barOf(search, search.request.threshold)
  return {
    ...search,
    matches: search.candidates
      .map(scorer(search))
      .filter((match) => isMatch(match, bar))
      .toSorted(byScore),
  }
})

/** Leaves of each turn its best match: a long answer in many pieces is one candidate, and takes one place. */
const onceATurn = stage('turns', (search) => {
  const seen = new Set<string>()
  const matches = search.matches.filter(({ about }) => {
    const first = !seen.has(about.said_in)
    seen.add(about.said_in)
    return first
  })
  return { ...search, matches }
})

type Mode = 'full' | 'fast'

type StageParts = {
  readonly db: Database
  readonly embedding: EmbeddingProvider
  readonly relatedTerms: RelatedTerms
  readonly now: () => string
}

/** A mode is a list of stages, never a flag inside one. */
const recipes = ({
  db,
  embedding,
  relatedTerms,
  now,
}: StageParts): Readonly<Record<Mode, readonly Stage<Search>[]>> => {
  const words = counted(readTermStatistics(db, relatedTerms), ({ termStatistics }) => termStatistics.terms.length)
  const embed = counted(embedQuery(embedding), ({ vector }) => (vector === null ? 0 : 1))
  const candidates = counted(findCandidates(db), (search) => search.candidates.length)
  const score = counted(rank, ({ matches }) => matches.length)
  const turns = counted(onceATurn, ({ matches }) => matches.length)
  const newer = counted(newerFirst(db), ({ matches }) => matches.length)
  const read = counted(readFound(db), ({ memories }) => memories.length)
  const readOn = counted(readFound(db, BOOST_REACH), ({ memories }) => memories.length)
  const boost = counted(boostFound(now), ({ memories }) => memories.length)
  const pack = counted(packageFlat, ({ packed }) => packed.citations.length)
  return {
    full: [words, embed, candidates, score, turns, newer, read, pack],
    fast: [words, embed, candidates, score, turns, readOn, boost, newer, pack],
  }
}

/** The same stage, which also notes how many things it left. */
const counted = ({ name, run }: Stage<Search>, count: (search: Search) => number): Stage<Search> =>
  stage(name, async (before) => {
    const after = await run(before)
    return { ...after, counts: [...after.counts, count(after)] }
  })

type Parts = {
  /** The read models as they are now: asked once for each search, which then stays with them. */
  readonly db: () => Database
  readonly embedding: EmbeddingProvider
  readonly relatedTerms: RelatedTerms
  /** ISO 8601: now. */
  readonly now: () => string
}

/**
 * Finds the memories that speak to a query, among those that its caller may see, best first. No text is refused: a
 * query that matches nothing gives an empty answer. Fails with the provider's or the database's own error.
 */
export const createSearch =
  ({ db, embedding, relatedTerms, now }: Parts, mode: Mode = 'full') =>
  async (request: SearchRequest): Promise<SearchAnswer> => {
    const models = db()
    const today = (request.asOf ?? now()).slice(0, 10)
    const start = begin(request, await openRelations(models, request), today)
    const { result, trace } = await runStages(recipes({ db: models, embedding, relatedTerms, now })[mode], start)
    return { ...answer(result), ...(request.trace ? { observability: observe(result, trace) } : {}) }
  }

const answer = ({ request, memories, packed }: Search): SearchAnswer => ({
  count: memories.length,
  retrieval_mode: 'flat',
  scope: echo(request),
  memories,
  injection_text: packed.injection_text,
  citations: packed.citations,
  expand_ids: packed.expand_ids,
  lesson_check: { safe: true, warnings: [], highest_severity: 'none', matched_count: 0 },
  estimated_context_tokens: packed.tokens,
  budget_constrained: packed.expand_ids.length > 0,
})

const echo = ({ scope, agentScopeGiven }: SearchRequest): ScopeEcho => {
  const { userId } = scope
  if (scope.kind === 'user') return { kind: 'user', userId }
  const { workspaceId, agentId } = scope
  const given = agentScopeGiven === undefined ? {} : { agentScope: agentScopeGiven }
  return { kind: 'workspace', userId, workspaceId, agentId, ...given }
}
