import { deduplicated } from './deduplicate.js'
import { byScore, type Query } from './score.js'
import type { Candidates, SearchIndex } from './search-index.js'

/** So many of the nearest are shown where nothing matches, from this cosine on. */
const NEAREST = 3
const LEAST_COSINE = 0.1

/** The nearest to a query that nothing matches: they stand in for a match, and are none. */
export const nearestMatches = async (index: SearchIndex, query: Query): Promise<Candidates> => {
  const near = await index.candidates({ ...query, threshold: LEAST_COSINE })
  const best = deduplicated(near.matches).toSorted((a, b) => b.cosine - a.cosine)
  return { ...near, matches: best.slice(0, NEAREST).toSorted(byScore) }
}
