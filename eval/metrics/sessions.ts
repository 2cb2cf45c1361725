/** How well a ranking of sessions meets those that hold the answer. */
export type SessionFigures = { readonly recallAny: number; readonly recallAll: number; readonly ndcg: number }

/**
 * Recall and nDCG at k as LongMemEval's own script counts them (src/retrieval/eval_utils.py there): the first two places
 * both count in full, place i from the third on by 1 / log2(i); the ideal is all gold sessions of the haystack first.
 * `ranked` are distinct sessions, best first.
 */
export const sessionFigures = (k: number, ranked: readonly string[], gold: ReadonlySet<string>): SessionFigures => {
  const first = ranked.slice(0, k)
  const held = [...gold].filter((id) => first.includes(id)).length
  const ideal = discounted([...gold].slice(0, k).map(() => 1))
  return {
    recallAny: held > 0 ? 1 : 0,
    recallAll: held === gold.size ? 1 : 0,
    ndcg: ideal === 0 ? 0 : discounted(first.map((id) => (gold.has(id) ? 1 : 0))) / ideal,
  }
}

const discounted = (relevances: readonly number[]): number =>
  relevances.reduce((sum, relevance, i) => sum + (i === 0 ? relevance : relevance / Math.log2(i + 1)), 0)

/** The sessions of ranked memories, each at its first appearance. */
export const distinct = (sessions: readonly string[]): readonly string[] => [...new Set(sessions)]
