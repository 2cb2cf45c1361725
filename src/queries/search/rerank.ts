import { sql } from '../../postgres/sql.js'
import { withoutProvider } from './ask-model.js'
import { type Search, stage } from './context.js'
import { byScore, type Match } from './score.js'

/** What the judgement of the reranker counts in a score; the rest is what it was before. */
const WEIGHT = 0.5
/** The sum that a score is made of reaches from 0 to about 2, of which callers see the half. */
const SCALE = 2

/**
 * A cross-encoder reads the best matches together with the query: score = 0.5 · score + 0.5 · 2 · relevance. It sees a text
 * without what surrounds it, so what words, neighbours, dates and names say keeps half of the weight (linear
 * interpolation, as with BM25 in Lin et al., Pretrained Transformers for Text Ranking, 2021). What it was not
 * shown counts as irrelevant. No match is added or lost: thresholds have been applied before.
 */
export const rerank = stage('rerank', async (search) => {
  const { reranker, matches, request } = search
  if (reranker === undefined || matches.length === 0) return search
  const texts = await readTexts(search, matches.slice(0, reranker.candidates))
  const attempt = await reranker.guard((signal) =>
    reranker.rerank({ query: request.query, documents: [...texts.values()], signal }),
  )
  if ('skipped' in attempt) return withoutProvider(search, 'reranker', { stage: 'rerank', ...attempt })
  const relevances = new Map([...texts.keys()].map((id, i) => [id, attempt.value[i] ?? 0]))
  return {
    ...search,
    matches: matches.map((match) => reranked(match, relevances.get(match.id) ?? 0)).toSorted(byScore),
  }
})

const reranked = (match: Match, relevance: number): Match => {
  const change = WEIGHT * (SCALE * relevance - match.score)
  return { ...match, rerank: change, score: match.score + change }
}

/** What the caller sees of the matches, by id, best first; one that has gone since is left out. */
const readTexts = async ({ db, relations }: Search, best: readonly Match[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ readonly id: string; readonly content: string }>(sql`
    /* search: texts for the reranker */
    select m.id, m.content
    from ${relations.memories} as m
    where m.id = any(${best.map(({ id }) => id)}::text[]::uuid[])`)
  const contents = new Map(rows.map(({ id, content }) => [id, content]))
  return new Map(
    best.flatMap(({ id }) => {
      const content = contents.get(id)
      return content === undefined ? [] : [[id, content] as const]
    }),
  )
}
