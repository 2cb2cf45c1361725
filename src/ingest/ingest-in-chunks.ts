import { abandonEpisode } from '../commands/abandon-episode.js'
import type { BankDependencies } from '../commands/decide-in-bank.js'
import type { Decision, Done, Known } from '../commands/transact.js'
import { weighedSlices } from '../concurrency/slices.js'
import { eachOf, inTurns, type Steps } from '../concurrency/steps.js'
import type { DomainEvent } from '../domain/all-events.js'
import { NO_COUNTS } from '../domain/episode.js'
import { eraseLeftovers } from '../domain/memory/erasure.js'
import { encoding } from '../event-store/codec.js'
import { appendDeterminate, type EventStore, type Position, type StreamName } from '../event-store/event-store.js'
import { readUser } from '../postgres/database.js'
import { type PendingEpisode, pendingIn } from '../queries/visible-episodes.js'
import type { BankKnown, IngestResult, PreparedFact, PreparedIngest } from './context.js'
import { entitiesOf, rawMaterial, recorded } from './events.js'
import { metadataOf } from './plan.js'

/** What an ingest in chunks needs. */
export type ChunkDependencies = BankDependencies & {
  readonly store: Pick<EventStore, 'append'>
  readonly maxAppendBytes: number
}

/** Bytes of an event's envelope: its place in the append, the version of its schema. */
const ENVELOPE_BYTES = 200
/** What the events of one fact take besides its words and vectors, on average: ids, times, links, what is told of it. */
const FACT_BYTES = 2000
/** How often the words of a fact stand in events: in the conversation, in the memory, in its keywords. */
const TIMES_SAID = 3
/** Room left in an append for what the estimate does not see. */
const MARGIN = 0.85

const sizeOf = (event: DomainEvent): number =>
  ENVELOPE_BYTES + Buffer.byteLength(JSON.stringify([event.data, event.metadata]))

/** Whether the ingest is likely to be too large for one append: then that is not tried. */
export const isLarge = (
  { facts, model, secondaryVectors }: Pick<PreparedIngest, 'facts' | 'model' | 'secondaryVectors'>,
  maxBytes: number,
): boolean => {
  const vectorBytes = [model, ...secondaryVectors].reduce((sum, { dimensions }) => sum + (dimensions * 16) / 3, 0)
  const words = facts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  return facts.length * (FACT_BYTES + vectorBytes) + TIMES_SAID * words > maxBytes
}

/**
 * Appends the raw material of a large ingest, pending and invisible to every read and to duplicates, in parts that
 * each fit an append. They decide nothing: the ingest's last append says which of them become active, and when: the time of a part itself,
 * which is appended with any revision, may lie before that of an event another writer put in front of it.
 */
export const appendChunks = async (
  { store, maxAppendBytes }: Pick<ChunkDependencies, 'store' | 'maxAppendBytes'>,
  stream: StreamName,
  { ingest, trust, lastAt }: { readonly ingest: PreparedIngest } & Pick<BankKnown, 'trust' | 'lastAt'>,
): Promise<{ readonly chunks: number; readonly events: number; readonly position: Position }> => {
  const material = await inTurns(materialOf(ingest, { trust, lastAt }))
  const sizes = await inTurns(eachOf(material, (event) => ({ event, bytes: sizeOf(event) })))
  const limits = {
    most: material.length,
    weight: maxAppendBytes * MARGIN,
    of: ({ bytes }: (typeof sizes)[number]) => bytes,
  }
  const chunks = weighedSlices(sizes, limits)
  const appended = { chunks: chunks.length, events: 0, position: 0n }
  for (const [part, chunk] of chunks.entries()) {
    const numbered = chunk.map(({ event }) => ({ ...event, metadata: { ...event.metadata, part } }) as DomainEvent) // the spread keeps each event's own type
    const encoded = await inTurns(encoding(numbered, 'any'))
    const { position } = await appendDeterminate(store, { stream, expected: 'any', events: encoded })
    appended.events += encoded.length
    appended.position = position
  }
  return appended
}

function* materialOf(
  ingest: PreparedIngest,
  { trust, lastAt }: Pick<BankKnown, 'trust' | 'lastAt'>,
): Steps<readonly DomainEvent[]> {
  const by = metadataOf(ingest, lastAt)
  const ofFacts = yield* eachOf(ingest.facts, (fact, ordinal) => [
    ...rawMaterial(ingest, fact, { by, ordinal, trust, status: 'pending' }),
    ...entitiesOf([fact], by),
  ])
  return [recorded(ingest, by, ingest.facts), ...ofFacts.flat()]
}

/** What an ingest has prepared is no longer what there is to do: it is prepared anew. */
export class Outdated extends Error {}

/** What was known before the ingest appended so many events of its own: valid while no other writer has appended. */
export type EarlierRead<State> = { readonly known: Known<State>; readonly appended: number }

type LargeIngest<State> = {
  readonly ingest: PreparedIngest
  readonly stream: StreamName
  readonly read: (earlier?: EarlierRead<State>) => Promise<Known<State>>
  /** With the facts that are stored. Of what was written as pending, some may have been erased: it stays so. */
  readonly decide: (
    known: Known<State>,
    erased?: ReadonlySet<string>,
  ) => Decision<IngestResult> & { readonly fresh: readonly PreparedFact[] }
}

/**
 * An ingest of several appends. What is known already is left out before anything is written, and looked for again in the
 * decision: where a fact's twin has gone meanwhile, or somebody has given the episode up, all begins anew.
 */
export const ingestInChunks = async <State extends Pick<BankKnown, 'lastAt' | 'trust'>>(
  dependencies: ChunkDependencies,
  { ingest, stream, read, decide }: LargeIngest<State>,
): Promise<Done<IngestResult>> => {
  const { idempotent, scope } = ingest.request
  const { episodeId } = ingest
  const { userId } = scope
  // What is over the quota already is refused before the log is filled with its parts.
  const known = await read()
  const { fresh } = decide(known)
  const written = new Map(fresh.map(({ memoryId, echoOf }) => [memoryId, echoOf] as const)) // pairs
  const appended = await appendChunks(dependencies, stream, {
    ...known.state,
    ingest: { ...ingest, facts: fresh },
  })
  const readWith = async () => {
    const { revision, state } = await read({ known, appended: appended.events })
    const episode = await readUser(dependencies.reading, userId, (db) => pendingIn(db, userId, episodeId))
    return { revision, state: { state, episode } }
  }
  const decideOn = ({ revision, state: { state, episode } }: Awaited<ReturnType<typeof readWith>>) =>
    decideAfterChunks(ingest, { revision, state }, { episode, written, decide })
  // The decision waits until the read models have taken in the parts, too.
  const signal = AbortSignal.timeout(dependencies.timeoutMs * (1 + appended.chunks))
  try {
    const after = appended.position
    return await dependencies.transact({ stream, after, read: readWith, decide: decideOn, idempotent }, signal)
  } catch (error) {
    if (error instanceof Outdated) await abandonEpisode(dependencies, { userId, episodeId })
    throw error
  }
}

/** What an ingest comes to whose facts are stored as pending. Pure. Throws Outdated. */
export const decideAfterChunks = <State extends Pick<BankKnown, 'lastAt'>>(
  ingest: PreparedIngest,
  known: Known<State>,
  {
    episode,
    written,
    decide,
  }: Pick<LargeIngest<State>, 'decide'> & {
    readonly episode: PendingEpisode
    /** The facts that were appended as pending, and of what each is an echo. */
    readonly written: ReadonlyMap<string, string | undefined>
  },
): Decision<IngestResult> => {
  if (episode.state === 'ended') return endedBefore(ingest, known.state.lastAt, episode)
  // Given up, or erased with its user: all of it is ingested anew, as what is said afterwards.
  if (episode.state === 'gone') throw new Outdated()
  const left = new Set(episode.memoryIds)
  const erased = new Set([...written.keys()].filter((id) => !left.has(id)))
  const { fresh, ...decision } = decide(known, erased)
  const isWritten = ({ memoryId, echoOf }: PreparedFact) => written.has(memoryId) && written.get(memoryId) === echoOf
  if (!fresh.every(isWritten)) throw new Outdated()
  return decision
}

/** The episode was deleted meanwhile: nothing of it is stored, and what came after goes, too. */
const endedBefore = (
  ingest: PreparedIngest,
  lastAt: string | null,
  { memoryIds }: PendingEpisode,
): Decision<IngestResult> => ({
  events: eraseLeftovers(memoryIds, metadataOf(ingest, lastAt)),
  result: { episodeId: ingest.episodeId, knownTurns: ingest.knownTurns, ...NO_COUNTS, memoryIds: [] },
})
