import { runStages } from '../../pipeline.js'
import type { Database } from '../../postgres/database.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { ScopeEcho, SearchAnswer, SearchRequest } from './answer.js'
import { begin, type Search } from './context.js'
import { observe } from './observe.js'
import { type Mode, recipes } from './recipes.js'
import type { KindredWords } from './related-terms.js'
import { lookFrom } from './relations.js'

type Parts = {
  /** The read models as they are now: asked once for each search, which then stays with them. */
  readonly db: () => Database
  readonly embedding: EmbeddingProvider
  readonly kindred: KindredWords
  /** ISO 8601: now. */
  readonly now: () => string
}

/**
 * Finds the memories that speak to a query, among those that its caller may see, best first. No text is refused: a
 * query that matches nothing gives an empty answer. Fails with the provider's or the database's own error.
 */
export const createSearch =
  ({ db, embedding, kindred, now }: Parts, mode: Mode = 'full') =>
  async (request: SearchRequest): Promise<SearchAnswer> => {
    const models = db()
    const today = (request.asOf ?? now()).slice(0, 10)
    const start = begin(request, await lookFrom(models, request), today)
    const { result, trace } = await runStages(recipes({ db: models, embedding, kindred, now })[mode], start)
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
