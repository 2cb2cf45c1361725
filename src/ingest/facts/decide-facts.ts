import type { Done, Known } from '../../commands/transact.js'
import { grouped } from '../../concurrency/slices.js'
import type { OpenedConflict } from '../../domain/conflict/opening.js'
import type { Counts } from '../../domain/episode.js'
import { notBefore } from '../../domain/event.js'
import type { ExtractionOf, Paid } from '../../domain/extraction.js'
import type { IdempotentRequest } from '../../domain/idempotency.js'
import { requireQuota } from '../../domain/quota.js'
import { type Readers, readerGroup, type Scope } from '../../domain/scope.js'
import type { Revision } from '../../event-store/event-store.js'
import { type Neighbour, similarMemories } from '../../memory-index/similar-memories.js'
import { type Database, readUser } from '../../postgres/database.js'
import type { LanguageModel } from '../../providers/language-model.js'
import type { Prices } from '../../providers/token-budget.js'
import type { BankState } from '../../queries/bank-state.js'
import type { DerivableEpisode } from '../../queries/derivable-episode.js'
import { countActive } from '../../queries/read-memories.js'
import { inForceOf } from '../../search/known-about.js'
import { bySample } from '../duplicates.js'
import { Outdated } from '../ingest-in-chunks.js'
import { firstOrdinalAt } from '../plan.js'
import { LINK_COSINE } from '../prepare-facts.js'
import { claimedFrom, comparedIn, type ReadDependencies, readAround } from '../read-bank.js'
import { readStates } from '../replacing.js'
import { usageOfStages } from './episode.js'
import { type EmbeddingDependencies, type Fact, type Facts, isReadAs } from './facts.js'
import { type FactsKnown, planFacts } from './plan-facts.js'
import { actorFor, type ReadingDependencies } from './read-windows.js'

/** The language model and what it may spend on an episode. */
export type Deriver = {
  /** Undefined: there is none, and what is left goes by rules. */
  readonly model: LanguageModel | undefined
  readonly maxTokensPerIngest: number
  readonly prices: Prices | null
  /** How sure a model has to be to replace something, 0 to 1; it may change while the service runs. */
  readonly threshold: () => number
  /** From this cosine on what was told meanwhile is like a fact, 0 to 1; it may change, too. */
  readonly likeness: () => number
  /** Aborts when the service ends. */
  readonly signal: AbortSignal
}

export type DeriveDependencies = ReadingDependencies &
  EmbeddingDependencies &
  Pick<ReadDependencies, 'banks' | 'mostLessons' | 'quota'> & {
    readonly deriver: Deriver
    readonly conflictExpiryMs: number
  }

/** What came of deriving facts of an episode, and the counts of the ingest of its turns. */
export type Derived = ExtractionOf<'FactsDerived'>['data'] & {
  readonly ofTurns: Counts
  readonly episodeId: string
  /** Those that it has opened; unknown where it ended before. */
  readonly conflicts?: readonly OpenedConflict[]
}

export type DeriveRequest<Result> = {
  readonly userId: string
  readonly episodeId: string
  /** The request that waits for it, whose answer is kept. */
  readonly idempotent?: IdempotentRequest | undefined
  readonly answer: (derived: Derived) => Result
}

/** Something like a fact was told while the windows were read, which were not shown it. */
export class ToldMeanwhile extends Outdated {}

type EmbeddedEpisode = {
  readonly episode: DerivableEpisode
  readonly facts: Facts
  /** What was paid for it and stands in no event yet. */
  readonly outstanding: readonly Paid[]
  /** When the windows began to be read; undefined: what was told since is no matter. */
  readonly asOf: Revision | undefined
}

type FactsRead = FactsKnown & { readonly lastAt: string | null; readonly active: number }

/** Stores the facts, and what they do to memories, in one append. Throws Outdated, ToldMeanwhile, MemoryQuotaExceeded. */
export const decideFacts = <Result>(
  parts: DeriveDependencies,
  { userId, episodeId, idempotent, answer }: DeriveRequest<Result>,
  ready: EmbeddedEpisode,
): Promise<Done<Result>> => {
  const { streams, newId, now, quota, transact, timeoutMs, deriver } = parts
  const { episode, facts, outstanding } = ready
  const about = { commandId: newId(), userId, actor: actorFor(episode.scope), episodeId }
  const at = now()
  const decide = ({ state: known }: Known<FactsRead>) => {
    if (known.episode.derived !== null || !isReadAs(known.episode, episode)) throw new Outdated()
    const by = { ...about, at: notBefore(known.lastAt, at) }
    const usage = usageOfStages([...known.episode.paid, ...outstanding], deriver.prices)
    const how = { usage, by, expiryMs: parts.conflictExpiryMs, threshold: deriver.threshold() }
    const { events, derived, conflicts } = planFacts({ ...facts, ...how }, known)
    requireQuota(quota, known.active, derived.counts.memoriesStored)
    return { events, result: answer({ ...derived, ofTurns: episode.counts, episodeId, conflicts }) }
  }
  const read = () => readUser(parts.reading, userId, (db) => readKnown(db, parts, ready))
  const stream = streams.bank(userId)
  return transact({ stream, read, decide, idempotent }, AbortSignal.timeout(timeoutMs))
}

const readKnown = async (
  db: Database,
  parts: DeriveDependencies,
  { episode: { scope, episodeId }, facts: { facts }, asOf }: EmbeddedEpisode,
): Promise<Known<FactsRead>> => {
  const { userId } = scope
  const { revision, state } = await nearTo(db, parts, { scope, facts })
  const now = await parts.episode(db, userId, episodeId)
  if (now === undefined) throw new Outdated()
  const about = facts.flatMap((fact) => fact.about)
  const ids = [...new Set(about.map(({ memoryId }) => memoryId))]
  const known = await inForceOf(db, scope, ids)
  if (asOf !== undefined && revision !== asOf)
    await requireShown(db, parts.deriver, { episode: now, near: state.near, asOf })
  const held = [...known, ...comparedIn([...state.near.values()].flat())]
  const reworded = about.filter(({ relation }) => relation === 'more_precise').map(({ memoryId }) => memoryId)
  const [around, states, active] = await Promise.all([
    readAround(db, scope, {
      held,
      statements: facts,
      changing: [...new Set([...ids, ...known.map(({ memoryId }) => memoryId)])],
      waiting: [],
      mostLessons: parts.mostLessons,
    }),
    readStates(db, scope, reworded),
    parts.quota.enforced ? countActive(db, userId) : 0,
  ])
  return {
    revision,
    state: {
      episode: now,
      near: state.near,
      around,
      states,
      active,
      lastAt: state.lastAt,
      known: new Map(known.map((each) => [each.memoryId, each])),
      firstOrdinal: firstOrdinalAt(revision),
    },
  }
}

/** Throws where a fact of the same owner has come since that is like one of these, and which no window was shown. */
const requireShown = async (
  db: Database,
  deriver: Deriver,
  {
    episode: { scope, memories, windows },
    near,
    asOf,
  }: Pick<NeighboursOfFacts, 'near'> & { readonly episode: DerivableEpisode; readonly asOf: Revision },
): Promise<void> => {
  const shown = new Set([
    ...windows.flatMap(({ known }) => known.map(([id]) => id)),
    ...memories.map(({ memoryId }) => memoryId),
  ])
  const like = [...near.values()].flat().filter(({ id, cosine }) => cosine >= deriver.likeness() && !shown.has(id))
  const told = await inForceOf(db, scope, [...new Set(like.map(({ id }) => id))])
  const agentId = scope.kind === 'user' ? null : scope.agentId
  const first = firstOrdinalAt(asOf)
  if (told.some(({ isFact, place, readers }) => isFact && place >= first && readers.agentId === agentId))
    throw new ToldMeanwhile()
}

type NeighboursOfFacts = { readonly lastAt: string | null; readonly near: ReadonlyMap<string, readonly Neighbour[]> }

/** What is like the facts: for each what is near to it. All of one read. */
const nearTo = async (
  db: Database,
  { banks, streams }: Pick<DeriveDependencies, 'banks' | 'streams'>,
  { scope, facts }: { readonly scope: Scope; readonly facts: readonly Fact[] },
): Promise<Known<NeighboursOfFacts>> => {
  const near = new Map<string, readonly Neighbour[]>()
  // The facts of a window have the same readers, and most episodes have one group of them.
  const groups = [...grouped(facts, ({ readers }) => readerGroup(readers)).values()]
  const comparing = { banks, stream: streams.bank(scope.userId), cosine: LINK_COSINE, claimed: claimedFrom(scope) }
  let first: BankState | undefined
  for (const samples of groups.length === 0 ? [[]] : groups) {
    const readers = samples[0]?.readers ?? NOBODY
    const { similar, ...state } = await similarMemories(db, scope, { readers, samples, ...comparing })
    first ??= state
    for (const [sample, its] of bySample(similar)) near.set(samples[sample]?.memoryId ?? '', its)
  }
  return { revision: first?.revision ?? 'no-stream', state: { lastAt: first?.lastAt ?? null, near } }
}

/** Where there is no fact, only the revision is asked. */
const NOBODY: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
