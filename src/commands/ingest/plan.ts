import type { DomainEvent } from '../../domain/all-events.js'
import { type Counts, type EpisodeEvent, NO_COUNTS } from '../../domain/episode.js'
import { type Metadata, notBefore } from '../../domain/event.js'
import { eraseAll } from '../../domain/memory/erasure.js'
import type { MemoryEvent } from '../../domain/memory/events.js'
import { readByAllOf } from '../../domain/scope.js'
import type { Known } from '../transact.js'
import type { BankKnown, Ingest, Neighbour, PreparedFact } from './context.js'
import { embedded, entitiesOf, linksOf, recorded, stored } from './events.js'
import { DUPLICATE_COSINE, sameClaim } from './same-claim.js'

export type Plan = {
  readonly events: readonly DomainEvent[]
  readonly counts: Counts
  readonly memoryIds: readonly string[]
  /** The facts that are stored. */
  readonly fresh: readonly PreparedFact[]
}

/** Where the raw material of a large ingest is: in this append itself, or pending since earlier ones. */
export type Material = 'here' | 'pending'

/**
 * How far apart the first places of two ingests are at least: more than an ingest has memories. So a later ingest stands
 * behind an earlier one, also where that one's memories came into the log long before its decision.
 */
const PLACES = 4096

/** Facts × neighbours → events and counts. Pure: the same knowledge gives the same plan. */
export const plan = (ingest: Ingest, known: Known<BankKnown>, material: Material = 'here'): Plan => {
  const by = metadataOf(ingest, known.state.lastAt)
  const near = bySample(known.state.neighbours)
  const duplicates = ingest.facts.map((fact, index) => duplicatesOf(ingest, fact, near.get(index) ?? []))
  const fresh = ingest.facts.filter(({ memoryId }, i) => duplicates[i]?.length === 0 && !ingest.erased.has(memoryId))
  const firstOrdinal = known.revision === 'no-stream' ? 0 : (Number(known.revision) + 1) * PLACES
  const links = linksOf(ingest, fresh, known.state.neighbours)
  const counts = countsOf(ingest, fresh.length, links.length)
  const memoryIds = fresh.map(({ memoryId }) => memoryId)
  const activated = fresh.map(({ memoryId }, i) => ({ memoryId, ordinal: firstOrdinal + i }))
  const raw: readonly DomainEvent[] =
    material === 'pending'
      ? []
      : [
          recorded(ingest, by),
          ...fresh.flatMap((fact, i) => rawMaterial(ingest, fact, { by, ordinal: firstOrdinal + i, status: 'active' })),
          ...entitiesOf(fresh, by),
        ]
  const linked: readonly DomainEvent[] =
    links.length === 0
      ? []
      : [{ type: 'MemoriesLinked', metadata: by, data: { links: links.map((link) => ({ ...link, kind: 'similar' })) } }]
  const told = turnsSaidBefore(ingest, duplicates)
  const becoming = material === 'pending' ? activated : []
  const done = ingested(by, { counts, memoryIds, told, activated: becoming, usage: [], outcomes: [] })
  return { events: [...raw, ...linked, done, ...erasedAgain(ingest, by)], counts, memoryIds, fresh }
}

type Placed = { readonly by: Metadata & { readonly episodeId: string }; readonly ordinal: number }

/** A memory and what it means to the model. */
export const rawMaterial = (
  ingest: Ingest,
  fact: PreparedFact,
  placed: Placed & { readonly status: 'active' | 'pending' },
): readonly MemoryEvent[] => [stored(ingest, fact, placed), ...embedded(ingest, fact, placed.by)]

/** Who, when and of which episode; the time never runs backwards within the bank. */
export const metadataOf = (ingest: Ingest, lastAt: string | null): Metadata & { readonly episodeId: string } => ({
  commandId: ingest.commandId,
  userId: ingest.request.scope.userId,
  at: notBefore(lastAt, ingest.now),
  actor: ingest.request.actor,
  episodeId: ingest.episodeId,
})

const bySample = (neighbours: readonly Neighbour[]): ReadonlyMap<number, readonly Neighbour[]> => {
  const grouped = new Map<number, Neighbour[]>()
  for (const neighbour of neighbours) {
    const others = grouped.get(neighbour.sample)
    if (others) others.push(neighbour)
    else grouped.set(neighbour.sample, [neighbour])
  }
  return grouped
}

/** The memories that say the same already: only those that every reader of the new one can read. */
const duplicatesOf = ({ readers }: Ingest, fact: PreparedFact, neighbours: readonly Neighbour[]): readonly string[] =>
  neighbours
    .filter(
      ({ claim, cosine }) =>
        claim !== undefined &&
        readByAllOf(claim.readers, readers) &&
        (claim.sameText || (cosine >= DUPLICATE_COSINE && sameClaim(claim.content, fact.content))),
    )
    .map(({ id }) => id)

/** Which turns said what is said by a memory that was not made of them. */
const turnsSaidBefore = (
  { facts, repeats, erased }: Ingest,
  duplicates: readonly (readonly string[])[],
): [number, string][] => {
  const saidBy = new Map(
    facts.map(({ memoryId }, i) => [
      memoryId,
      duplicates[i]?.length ? duplicates[i] : erased.has(memoryId) ? [] : [memoryId],
    ]),
  )
  const told = [
    ...facts.map(({ turns }, i) => ({ turns, by: duplicates[i] ?? [] })),
    ...repeats.map(({ turns, of }) => ({ turns, by: saidBy.get(of) ?? [] })),
  ]
  return told.flatMap(({ turns: [first, last], by }) =>
    by.flatMap((id) => Array.from({ length: last - first + 1 }, (_, i): [number, string] => [first + i, id])),
  )
}

/** Duplicates are counted in none of the outcomes: each fact that is left is stored. */
const countsOf = (ingest: Ingest, storedCount: number, linksCreated: number): Counts => ({
  ...NO_COUNTS,
  factsExtracted: storedCount,
  memoriesStored: storedCount,
  duplicates: ingest.repeats.length + ingest.facts.length - storedCount - saidByErased(ingest).length,
  linksCreated,
})

/** The facts that were erased meanwhile, and those that only say the same. */
const saidByErased = ({ facts, repeats, erased }: Ingest): readonly Pick<PreparedFact, 'turns'>[] => [
  ...facts.filter(({ memoryId }) => erased.has(memoryId)),
  ...repeats.filter(({ of }) => erased.has(of)),
]

/** Where the same was said again, it goes as well. */
const erasedAgain = (ingest: Ingest, by: Metadata & { readonly episodeId: string }): readonly DomainEvent[] => {
  const said = saidByErased(ingest).map(({ turns }) => ({ episodeId: by.episodeId, turns }))
  return eraseAll({ memories: [], said, pending: [], conversations: [] }, by)
}

const ingested = (
  by: Metadata & { readonly episodeId: string },
  data: Extract<EpisodeEvent, { type: 'EpisodeIngested' }>['data'],
): EpisodeEvent => ({ type: 'EpisodeIngested', metadata: by, data })
