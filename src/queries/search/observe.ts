import type { StageTrace } from '../../pipeline.js'
import type { Observability, ScoreParts } from './answer.js'
import type { Search } from './context.js'
import { outward } from './score.js'

/** How the answer came about, in terms of what the caller may see and of nothing else. */
export const observe = (search: Search, trace: readonly StageTrace[]): Observability => ({
  retrieval: {
    stages: trace.map(({ stage, ms }, i) => ({
      name: stage,
      count: search.counts[i] ?? 0,
      duration_ms: Math.round(ms * 1000) / 1000,
    })),
    terms: search.lexicon.terms.map(({ lexemes, memories }) => ({ term: lexemes.join('|'), memories })),
    scores: scores(search),
  },
  packaging: { tier_budget_tokens: search.request.tokenBudget },
  assembly: { injection_tokens: search.packed.tokens },
})

const scores = ({ matches, memories }: Search): readonly ScoreParts[] => {
  const returned = new Set(memories.map(({ id }) => id))
  return matches.map(({ id, about: _, score, ...parts }) => ({
    memory_id: id,
    score: outward(score),
    ...parts,
    returned: returned.has(id),
  }))
}
