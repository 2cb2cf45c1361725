import type { StageTrace } from '../../pipeline.js'
import type { Observability, ScoreParts } from './answer.js'
import type { Search } from './context.js'
import { outward } from './score.js'

/** How many scored memories a trace tells of at least, so that it also shows what just missed the answer. */
const TOLD = 50

/** How the answer came about, in terms of what the caller may see and of nothing else. */
export const observe = (search: Search, trace: readonly StageTrace[]): Observability => ({
  retrieval: {
    stages: trace.map(({ stage, ms }, i) => ({
      name: stage,
      count: search.counts[i] ?? 0,
      duration_ms: Math.round(ms * 1000) / 1000,
    })),
    terms: search.lexicon.terms.map(({ lexeme, memories }) => ({ term: lexeme, memories })),
    scores: scores(search),
  },
  packaging: { tier_budget_tokens: search.request.tokenBudget },
  assembly: { injection_tokens: search.packed.tokens },
})

const scores = ({ matches, memories, request }: Search): readonly ScoreParts[] => {
  const returned = new Set(memories.map(({ id }) => id))
  return matches
    .slice(0, Math.max(TOLD, request.limit))
    .map(({ id, score, lexical, cosine, name, question, length }) => ({
      memory_id: id,
      score: outward(score),
      lexical,
      cosine,
      name,
      question,
      length,
      returned: returned.has(id),
    }))
}
