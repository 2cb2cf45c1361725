import type { Ingest, Neighbour, Pair, PreparedFact } from './context.js'
import { LINK_COSINE, rounded } from './stages.js'

export const LINKS_OF_A_MEMORY = 10
/** In one ingest, so that its last append stays small; the strongest are kept. */
export const LINKS_OF_AN_INGEST = 2000

/** The links of the new memories, to older ones and among themselves, strongest first: at most ten from each. */
export const linksOf = (ingest: Ingest, fresh: readonly PreparedFact[], neighbours: readonly Neighbour[]): Pair[] => {
  const kept = new Set(fresh.map(({ memoryId }) => memoryId))
  const within = ingest.pairs.filter(({ from, to }) => kept.has(from) && kept.has(to))
  const outward = neighbours.flatMap(({ sample, id, cosine }) => {
    const from = ingest.facts[sample]?.memoryId
    return from !== undefined && kept.has(from) && cosine > LINK_COSINE
      ? [{ from, to: id, similarity: rounded(cosine) }]
      : []
  })
  const used = new Map<string, number>()
  return [...outward, ...within]
    .sort((a, b) => b.similarity - a.similarity)
    .filter(({ from }) => {
      const before = used.get(from) ?? 0
      used.set(from, before + 1)
      return before < LINKS_OF_A_MEMORY
    })
    .slice(0, LINKS_OF_AN_INGEST)
}
