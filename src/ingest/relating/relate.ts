import type { DomainEvent } from '../../domain/all-events.js'
import type { Counts } from '../../domain/episode.js'
import type { Metadata } from '../../domain/event.js'
import type { Settlement } from '../../domain/memory/settling.js'
import type { BankKnown, Ingest, PreparedFact } from '../context.js'
import { type Composite, evidenceLinks, storedComposite } from './composite.js'
import { linksOf } from './links.js'

type Decided = {
  readonly by: Metadata & { readonly episodeId: string }
  /** The facts that are stored, and what was decided about facts and memories. */
  readonly fresh: readonly PreparedFact[]
  readonly settled: Pick<Settlement, 'closings' | 'deletions' | 'contests'>
  /** The facts that wait for clarification: nothing is made of them. */
  readonly waiting: ReadonlySet<string>
  /** The first free place behind them. */
  readonly ordinal: number
}

type Related = {
  /** The composites, and all links. */
  readonly made: readonly DomainEvent[]
  readonly counts: Pick<Counts, 'linksCreated' | 'compositesCreated'>
}

/** The last stage of an ingest: what its memories have to do with others and with one another. */
export const relate = (
  ingest: Ingest,
  { by, fresh, settled, waiting, ordinal }: Decided,
  known: Pick<BankKnown, 'neighbours' | 'naming'>,
): Related => {
  const { request, readers, trust } = ingest
  const composites = standing(
    ingest.composites,
    fresh.filter(({ memoryId }) => !waiting.has(memoryId)),
    settled,
  )
  const links = [...linksOf(ingest, { fresh, contests: settled.contests }, known), ...composites.flatMap(evidenceLinks)]
  const placed = { by, readers, trust, sourceSite: request.sourceSite, sessionId: request.sessionId ?? null }
  const stored = composites.map((composite, i) => storedComposite(composite, { ...placed, ordinal: ordinal + i }))
  const linked: readonly DomainEvent[] =
    links.length === 0 ? [] : [{ type: 'MemoriesLinked', metadata: by, data: { links } }]
  return {
    made: [...stored, ...linked],
    counts: { linksCreated: links.length, compositesCreated: composites.length },
  }
}

/** Those whose parts are all stored, stay in force, and are not at odds with one another. */
const standing = <Made extends Composite>(
  composites: readonly Made[],
  fresh: readonly { readonly memoryId: string }[],
  { closings, deletions, contests }: Pick<Settlement, 'closings' | 'deletions' | 'contests'>,
): readonly Made[] => {
  const closed = new Set([...closings, ...deletions].map(({ memoryId }) => memoryId))
  const inForce = new Set(fresh.flatMap(({ memoryId }) => (closed.has(memoryId) ? [] : memoryId)))
  return composites.filter(({ parts }) => {
    const ids = new Set(parts.map(({ memoryId }) => memoryId))
    return [...ids].every((id) => inForce.has(id)) && !contests.some(({ from, to }) => ids.has(from) && ids.has(to))
  })
}
