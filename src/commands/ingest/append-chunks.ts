import { inTurns } from '../../concurrency/in-turns.js'
import { eachOf, type Steps } from '../../concurrency/steps.js'
import type { DomainEvent } from '../../domain/all-events.js'
import { encoding } from '../../event-store/codec.js'
import type { Position, StreamName } from '../../event-store/event-store.js'
import { appendSettled } from '../append-settled.js'
import type { Ingest } from './context.js'
import { entitiesOf, recorded } from './events.js'
import type { IngestParts } from './ingest-parts.js'
import { LINKS_OF_A_MEMORY, LINKS_OF_AN_INGEST } from './links.js'
import { metadataOf, rawMaterial } from './plan.js'

/** What an event's envelope takes beside its data and metadata: its place in the append, the version of its schema. */
const ENVELOPE_BYTES = 200
/** The decision's two events, without links and memories. */
const DECISION_BYTES = 4000
/** Room left in an append for what the estimate does not see. */
const MARGIN = 0.85

const sizeOf = (event: DomainEvent): number =>
  ENVELOPE_BYTES + Buffer.byteLength(JSON.stringify([event.data, event.metadata]))

/** Whether the ingest is too large for one append. */
export const needsParts = async (ingest: Ingest, maxBytes: number): Promise<boolean> => {
  const sizes = await inTurns(eachOf(await inTurns(materialOf(ingest, null)), sizeOf))
  return sizes.reduce((sum, bytes) => sum + bytes, sizeOfDecision(ingest)) > maxBytes * MARGIN
}

/** The links, the list of what becomes active and the answer that a retry is told, at most. */
const sizeOfDecision = ({ facts }: Ingest): number =>
  DECISION_BYTES + 170 * facts.length + 110 * Math.min(LINKS_OF_AN_INGEST, LINKS_OF_A_MEMORY * facts.length)

/** How many there were, of how many events together, and the position of the last one. */
export type AppendedParts = { readonly parts: number; readonly events: number; readonly position: Position }

/**
 * Appends the raw material of a large ingest, pending and invisible to every read and to duplicates, in parts that
 * each fit an append. They decide nothing: the ingest's last append says which of them become active, and when: the time of a part itself,
 * which is appended with any revision, may lie before that of an event another writer put in front of it.
 */
export const appendParts = async (
  { store, bank, maxAppendBytes }: IngestParts,
  stream: StreamName,
  ingest: Ingest,
): Promise<AppendedParts> => {
  const { state: lastAt } = await bank(stream)
  const parts = await inTurns(inParts(await inTurns(materialOf(ingest, lastAt)), maxAppendBytes * MARGIN))
  const appended = { parts: parts.length, events: 0, position: 0n }
  for (const [part, events] of parts.entries()) {
    const numbered = events.map((event) => ({ ...event, metadata: { ...event.metadata, part } }) as DomainEvent) // the spread keeps each event's own type
    const encoded = await inTurns(encoding(numbered, 'any'))
    const { position } = await appendSettled(store, { stream, expected: 'any', events: encoded })
    appended.events += encoded.length
    appended.position = position
  }
  return appended
}

function* materialOf(ingest: Ingest, lastAt: string | null): Steps<readonly DomainEvent[]> {
  const by = metadataOf(ingest, lastAt)
  const ofFacts = yield* eachOf(ingest.facts, (fact, ordinal) => [
    ...rawMaterial(ingest, fact, { by, ordinal, status: 'pending' }),
    ...entitiesOf([fact], by),
  ])
  return [recorded(ingest, by), ...ofFacts.flat()]
}

function* inParts(events: readonly DomainEvent[], maxBytes: number): Steps<readonly (readonly DomainEvent[])[]> {
  const parts: DomainEvent[][] = []
  let room = 0
  for (const event of events) {
    yield
    const bytes = sizeOf(event)
    if (bytes > room || parts.length === 0) {
      parts.push([])
      room = maxBytes
    }
    parts.at(-1)?.push(event)
    room -= bytes
  }
  return parts
}
