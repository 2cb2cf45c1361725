import type { DomainEvent } from '../domain/all-events.js'
import type { EpisodeOf } from '../domain/episode.js'
import type { Settlement } from '../domain/memory/settling.js'
import { evidenceLinks, keyOf, MOST_NAMING, type Name, type Naming, storedComposite } from './composites.js'
import type { BankKnown, Ingest, PreparedFact } from './context.js'
import type { By } from './events.js'
import type { Neighbour } from './neighbours.js'
import { LINK_COSINE, rounded } from './stages.js'

type Decided = {
  readonly by: By
  /** The facts that are stored, and what was decided about facts and memories. */
  readonly fresh: readonly PreparedFact[]
  readonly settled: Pick<Settlement, 'closings' | 'deletions' | 'contests'>
  /** The facts that wait for clarification: nothing is made of them. */
  readonly waiting: ReadonlySet<string>
  /** The first free place behind them. */
  readonly ordinal: number
}

/** The last stage of an ingest: what its memories have to do with others and with one another. */
export const relate = (
  ingest: Ingest,
  { by, fresh, settled, waiting, ordinal }: Decided,
  known: Pick<BankKnown, 'neighbours' | 'naming'>,
) => {
  const { request, readers, trust } = ingest
  const { closings, deletions, contests } = settled
  const gone = new Set([...waiting, ...[...closings, ...deletions].map(({ memoryId }) => memoryId)])
  const inForce = new Set(fresh.flatMap(({ memoryId }) => (gone.has(memoryId) ? [] : memoryId)))
  // Those whose parts are all stored, stay in force, and are not at odds with one another.
  const composites = ingest.composites.filter(({ parts }) => {
    const ids = parts.map(({ memoryId }) => memoryId)
    const isSplit = contests.some(({ from, to }) => ids.includes(from) && ids.includes(to))
    return !isSplit && ids.every((id) => inForce.has(id))
  })
  const links = [...linksOf(ingest, { fresh, contests }, known), ...composites.flatMap(evidenceLinks)]
  const placed = { by, readers, trust, sourceSite: request.sourceSite, sessionId: request.sessionId ?? null }
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

/** A memory that is stored, and what it names. */
type Named = { readonly memoryId: string; readonly names?: readonly Name[] }
/** All facts of the ingest, by whose places neighbours are given, and which of them are similar. */
type Prepared = Pick<Ingest, 'pairs'> & { readonly facts: readonly Pick<Named, 'memoryId'>[] }

/**
 * The links of the new memories, to older ones and among themselves: what is similar, the nearest first, and then what names
 * the same, by the entity that the fewest name. At most ten from each, those that were decided (`contests`) among them.
 */
export const linksOf = (
  ingest: Prepared,
  {
    fresh,
    contests = [],
  }: { readonly fresh: readonly Named[]; readonly contests?: readonly Omit<Link, 'similarity'>[] },
  known: Pick<BankKnown, 'neighbours' | 'naming'>,
): readonly Link[] => {
  const used = new Map<string, number>()
  for (const { from } of contests) used.set(from, (used.get(from) ?? 0) + 1)
  const similar = similarLinks(ingest, fresh, known.neighbours)
  const found = [...similar, ...sameEntityLinks(fresh, known.naming, similar)]
    .filter(({ from }) => {
      const before = used.get(from) ?? 0
      used.set(from, before + 1)
      return before < LINKS_OF_A_MEMORY
    })
    .slice(0, LINKS_OF_AN_INGEST)
  return [...contests.map((contest): Link => ({ ...contest, similarity: null })), ...found]
}

const similarLinks = (
  { facts, pairs }: Prepared,
  fresh: readonly Named[],
  neighbours: readonly Neighbour[],
): readonly Link[] => {
  const kept = new Set(fresh.map(({ memoryId }) => memoryId))
  const among = pairs.filter(({ from, to }) => kept.has(from) && kept.has(to))
  const toOlder = neighbours.flatMap(({ sample, id, cosine }) => {
    const from = facts[sample]?.memoryId
    return from !== undefined && kept.has(from) && cosine > LINK_COSINE
      ? [{ from, to: id, similarity: rounded(cosine) }]
      : []
  })
  return [...toOlder, ...among]
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ from, to, similarity }) => ({ from, to, kind: 'similar', similarity }))
}

/** Each pair once, however many names it shares. */
const sameEntityLinks = (
  fresh: readonly Named[],
  naming: readonly Naming[],
  similar: readonly Link[],
): readonly Link[] => {
  const cosines = new Map(similar.map(({ from, to, similarity }) => [`${from} ${to}`, similarity]))
  const older = new Map(naming.map((name) => [keyOf(name), name.memories]))
  const links = new Map<string, Link>()
  for (const { facts, memories } of byRarity(fresh, older))
    for (const [i, from] of facts.entries())
      for (const to of [...facts.slice(i + 1), ...memories]) {
        const pair = `${from} ${to}`
        if (!links.has(pair)) links.set(pair, { from, to, kind: 'same_entity', similarity: cosines.get(pair) ?? null })
      }
  return [...links.values()]
}

type Sharing = { readonly facts: readonly string[]; readonly memories: readonly string[] }

/**
 * The new facts that name an entity, and the older memories that do, by entity: that which the fewest name first. Of what was
 * not looked up it is not known how many name it.
 */
const byRarity = (fresh: readonly Named[], older: ReadonlyMap<string, readonly string[]>): readonly Sharing[] => {
  const named = new Map([...older].map(([key, memories]) => [key, { facts: [] as string[], memories }]))
  for (const { memoryId, names = [] } of fresh) for (const name of names) named.get(keyOf(name))?.facts.push(memoryId)
  const size = ({ facts, memories }: Sharing) => facts.length + memories.length
  return [...named.values()].filter((each) => size(each) <= MOST_NAMING).sort((a, b) => size(a) - size(b))
}
