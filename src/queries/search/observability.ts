import type { StageTrace } from '../../pipeline.js'
import type { Observability, ScoreParts } from './answer.js'
import type { Search } from './context.js'
import { type Match, publicScore } from './score.js'

/** How the answer came about, in terms of what the caller may see and of nothing else. */
export const observe = (search: Search, trace: readonly StageTrace[]): Observability => ({
  retrieval: {
    stages: trace.map(({ stage: name, ms }, i) => {
      const skipped = search.skipped.get(name)
      const told = { name, count: search.counts[i] ?? 0, duration_ms: Math.round(ms * 1000) / 1000 }
      return skipped === undefined ? told : { ...told, skipped }
    }),
    terms: search.termStatistics.terms.map(({ lexemes, memories }) => ({ term: lexemes.join('|'), memories })),
    scores: scores(search),
  },
  packaging: { tier_budget_tokens: search.request.tokenBudget },
  assembly: { injection_tokens: search.packed.tokens },
})

const scores = (search: Search): readonly ScoreParts[] => {
  const returned = new Set(search.memories.map(({ id }) => id))
  return search.matches.map((match) => partsOf(search, match, returned.has(match.id)))
}

/** What the score of a match is made of, and what became of its place. */
export const partsOf = (
  { ranks }: Pick<Search, 'ranks'>,
  { id, about: _, score, ...parts }: Match,
  returned: boolean,
): ScoreParts => ({
  memory_id: id,
  score: publicScore(score),
  ...parts,
  rank_before: ranks.get(id)?.before ?? null,
  rank_after: ranks.get(id)?.after ?? null,
  returned,
})
