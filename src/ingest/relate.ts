import type { DomainEvent } from '../domain/all-events.js'
import type { EpisodeOf } from '../domain/episode.js'
import type { Settlement } from '../domain/memory/settling.js'
import type { Neighbour } from '../memory-index/similar-memories.js'
import { evidenceLinks, storedComposite } from './composites.js'
import type { BankKnown, PreparedFact, PreparedIngest } from './context.js'
import { type EpisodeMetadata, nowIn } from './events.js'
import { LINK_COSINE, rounded } from './prepare-facts.js'

type DecidedFacts = {
  readonly by: EpisodeMetadata
  /** The facts that are stored, and what was decided about facts and memories. */
  readonly fresh: readonly PreparedFact[]
  readonly settled: Pick<Settlement, 'closings' | 'deletions' | 'contests'>
  /** The facts that wait for clarification: nothing is made of them. */
  readonly waiting: ReadonlySet<string>
  /** 0 to 1: how far the writer is trusted. */
  readonly trust: number
  /** The first free place behind them. */
  readonly ordinal: number
}

/** The last stage of an ingest: what its memories have to do with others and with one another. */
export const relate = (
  ingest: PreparedIngest,
  { by, fresh, settled, waiting, trust, ordinal }: DecidedFacts,
  neighbours: BankKnown['neighbours'],
) => {
  const { request, readers } = ingest
  const { closings, deletions, contests } = settled
  const gone = new Set([...waiting, ...[...closings, ...deletions].map(({ memoryId }) => memoryId)])
  const inForce = new Set(
    fresh.flatMap(({ memoryId, echoOf }) => (gone.has(memoryId) || echoOf !== undefined ? [] : memoryId)),
  )
  // Those whose parts are all stored, stay in force, say something of their own, and are not at odds with one another.
  const composites = ingest.composites.filter(({ parts }) => {
    const ids = parts.map(({ memoryId }) => memoryId)
    const isSplit = contests.some(({ from, to }) => ids.includes(from) && ids.includes(to))
    return !isSplit && ids.every((id) => inForce.has(id))
  })
  const links = [...linksOf(ingest, { fresh, contests }, neighbours), ...composites.flatMap(evidenceLinks)]
  const placed = {
    by,
    now: nowIn(ingest, by),
    readers,
    trust,
    sourceSite: request.sourceSite,
    sessionId: request.sessionId ?? null,
  }
  const stored = composites.map((composite, i) => storedComposite(composite, { ...placed, ordinal: ordinal + i }))
  const linked: readonly DomainEvent[] =
    links.length === 0 ? [] : [{ type: 'MemoriesLinked', metadata: by, data: { links } }]
  return {
    made: [...stored, ...linked],
    counts: { linksCreated: links.length, compositesCreated: composites.length },
  }
}

export type Link = EpisodeOf<'MemoriesLinked'>['data']['links'][number]

export const LINKS_OF_A_MEMORY = 10
/** In one ingest, so that its last append stays small; the strongest are kept. */
const LINKS_OF_AN_INGEST = 2000

type MemoryIds = readonly { readonly memoryId: string }[]

/**
 * The links of the new memories to what is similar, older and new, the nearest first. Neighbours are given by the place of a fact
 * among all of the ingest. At most ten links from each, those that were decided (`contests`) among them.
 */
export const linksOf = (
  { facts, pairs }: { readonly facts: MemoryIds } & Pick<PreparedIngest, 'pairs'>,
  { fresh, contests = [] }: { readonly fresh: MemoryIds; readonly contests?: readonly Omit<Link, 'similarity'>[] },
  neighbours: readonly Neighbour[],
): readonly Link[] => {
  const used = new Map<string, number>()
  for (const { from } of contests) used.set(from, (used.get(from) ?? 0) + 1)
  const kept = new Set(fresh.map(({ memoryId }) => memoryId))
  const among = pairs.filter(({ from, to }) => kept.has(from) && kept.has(to))
  const toOlder = neighbours.flatMap(({ sample, id, cosine }) => {
    const from = facts[sample]?.memoryId
    return from !== undefined && kept.has(from) && cosine > LINK_COSINE
      ? [{ from, to: id, similarity: rounded(cosine) }]
      : []
  })
  const found = [...toOlder, ...among]
    .sort((a, b) => b.similarity - a.similarity)
    .filter(({ from }) => {
      const before = used.get(from) ?? 0
      used.set(from, before + 1)
      return before < LINKS_OF_A_MEMORY
    })
    .slice(0, LINKS_OF_AN_INGEST)
    .map((link): Link => ({ ...link, kind: 'similar' }))
  return [...contests.map((contest): Link => ({ ...contest, similarity: null })), ...found]
}
