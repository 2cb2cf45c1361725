import { sql } from '../postgres/sql.js'
import type { GuardedReranker } from './dependencies.js'
import type { Reading } from './relations.js'
import { byScore, type Match } from './score.js'
import type { SearchTrace } from './trace.js'

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
export const rerank = async (
  matches: readonly Match[],
  {
    query,
    reading,
    reranker,
  }: { readonly query: string; readonly reading: Reading; readonly reranker: GuardedReranker },
  trace: SearchTrace,
): Promise<readonly Match[]> => {
  if (matches.length === 0) return matches
  const texts = await readTexts(reading, matches.slice(0, reranker.candidates))
  const attempt = await reranker.guard((signal) => reranker.rerank({ query, documents: [...texts.values()], signal }))
  if ('skipped' in attempt) {
    trace.withoutProvider('rerank', 'reranker', attempt)
    return matches
  }
  const relevances = new Map([...texts.keys()].map((id, i) => [id, attempt.value[i] ?? 0]))
  return matches.map((match) => reranked(match, relevances.get(match.id) ?? 0)).toSorted(byScore)
}

const reranked = (match: Match, relevance: number): Match => {
  const change = WEIGHT * (SCALE * relevance - match.score)
  return { ...match, rerank: change, score: match.score + change }
}

/** What the caller sees of the matches, by id, best first; one that has gone since is left out. */
const readTexts = async ({ db, relations }: Reading, best: readonly Match[]): Promise<ReadonlyMap<string, string>> => {
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
