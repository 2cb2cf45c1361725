import type { KeyedHashes } from '../commands/master-key.js'
import type { SecondaryModel } from '../commands/secondary-model.js'
import type { Decision, Done, Known } from '../commands/transact.js'
import type { DomainEvent } from '../domain/all-events.js'
import { type Counts, NO_COUNTS } from '../domain/episode.js'
import { requireQuota } from '../domain/quota.js'
import type { Readers, Scope } from '../domain/scope.js'
import { EventStoreOverloaded, type StreamName } from '../event-store/event-store.js'
import { runStages } from '../pipeline.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { ownsUp } from './as-said/slips.js'
import {
  asNew,
  begin,
  type Ingest,
  type IngestOutcome,
  type IngestRequest,
  type IngestResult,
  type LastMemory,
  requestText,
} from './context.js'
import type { Derived } from './facts/decide-facts.js'
import type { DerivableEpisode } from './facts/episode.js'
import { requestIn } from './forgetting.js'
import { type ChunkDependencies, ingestInChunks, needsChunks, Outdated } from './ingest-in-chunks.js'
import {
  countKnown,
  isAlreadyKnown,
  isStillNew,
  type KnownBefore,
  knownAsOf,
  knownBefore,
  newIn,
  type TranscriptDependencies,
} from './known-turns.js'
import type { FindKnownWords, KnownTexts } from './neighbours.js'
import { type Material, plan } from './plan.js'
import { bankReader, type IngestKnown, type ReadDependencies } from './read-bank.js'
import { restatedIn } from './replacing.js'
import { type Mode, type Recipe, recipes } from './stages.js'

/** How often an ingest begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10

/**
 * The last memories of a transcript up to the end of an episode, those that all of these readers may read; without one those of
 * its last episode.
 */
type FindLastContents = (
  scope: Scope,
  request: { readonly transcript: string; readonly episodeId: string | null; readonly readers: Readers },
) => Promise<readonly LastMemory[]>

export type IngestDependencies = ReadDependencies &
  ChunkDependencies &
  FactDependencies & {
    readonly provider: EmbeddingProvider
    readonly secondaryModels: readonly SecondaryModel[]
    readonly knownTexts: KnownTexts
    readonly knownWords: FindKnownWords
    readonly lastContents: FindLastContents
    /** How long a conflict waits for somebody to resolve it, in milliseconds. */
    readonly conflictExpiryMs: number
  }

/**
 * Turns a conversation into memories: one command, in one append where it fits. Turns that were ingested before are known, and
 * nothing is done with them. When the embedding provider fails, nothing is in the log. Each identical fact is stored once,
 * however many write it at once. Throws MemoryQuotaExceeded.
 */
export const createIngest = (dependencies: IngestDependencies) => {
  const { facts } = dependencies
  const byMode = recipes({ ...dependencies, derivesFacts: facts !== undefined })
  return async (request: IngestRequest, mode: Mode): Promise<Done<IngestResult>> => {
    const recipe = byMode[mode]
    const store = () =>
      untilCurrent(dependencies, request, (before) =>
        isAlreadyKnown(before)
          ? answerKnown(dependencies, { request, recipe, before })
          : ingestNew(dependencies, { request, recipe, before }),
      )
    return recipe.derives && facts ? withFacts({ ...dependencies, facts }, request, store) : store()
  }
}

/** Works with what was ingested before, and begins anew where that has changed meanwhile. */
export const untilCurrent = async <Result>(
  dependencies: TranscriptDependencies,
  request: IngestRequest,
  work: (before: KnownBefore) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await work(await knownBefore(dependencies, request))
    } catch (error) {
      if (!(error instanceof Outdated)) throw error
    }
  }
  throw new EventStoreOverloaded('too many requests take in the same conversation')
}

/** All of its turns were ingested before: nothing happens, but what they say now of what they replace. */
const answerKnown = (dependencies: IngestDependencies, wanted: Wanted): Promise<Done<IngestResult>> => {
  const { request } = wanted
  const stream = dependencies.streams.bank(request.scope.userId)
  return dependencies.transact(
    { stream, ...ofKnownTurns(dependencies, wanted), idempotent: request.idempotent },
    AbortSignal.timeout(dependencies.timeoutMs),
  )
}

/** What there is to read and to decide where all turns are known. The decision throws Outdated. */
export const ofKnownTurns = (dependencies: IngestDependencies, { request, recipe, before }: Wanted) => {
  const stream = dependencies.streams.bank(request.scope.userId)
  const news = newIn(before)
  const episodeId = before.turns.episodeId ?? ''
  const started = begin(dependencies, request, { known: countKnown(before.turns), awaits: 'nothing', ...news })
  const ingest = { ...started, episodeId }
  const readBank = bankReader(dependencies, { ingest, before })
  const isReplacing = restatedIn(request.conversation, news).length > 0
  type Read = { readonly now: KnownBefore; readonly bank?: IngestKnown }
  const read = async (isFirst: boolean): Promise<Known<Read>> => {
    if (isReplacing) {
      const { revision, state } = await readBank(isFirst)
      return { revision, state: { now: state.now, bank: state } }
    }
    const { revision } = await dependencies.bank(stream)
    return { revision, state: { now: await knownAsOf(dependencies, request, { before, revision }) } }
  }
  const decide = ({ revision, state: { now, bank } }: Known<Read>): Decision<IngestResult> => {
    if (!isAlreadyKnown(now)) throw new Outdated()
    const how = { material: 'pending', contests: false, expiryMs: dependencies.conflictExpiryMs } as const
    const planned = bank && plan(ingest, { revision, state: bank }, how)
    const events = (planned?.events ?? []).filter(({ type }) => type !== 'EpisodeIngested')
    const memoryIds = replacingIn(events)
    const counts = { ...NO_COUNTS, factsExtracted: memoryIds.length, memoriesUpdated: memoryIds.length }
    const { conflicts = [] } = planned ?? {}
    const result = { episodeId, knownTurns: countKnown(now.turns), ...counts, memoryIds, ...said(recipe, []) }
    return {
      events,
      result: conflicts.length === 0 ? result : { ...result, conflicts },
      unfinished: recipe.derives,
    }
  }
  return { read, decide }
}

/** The memories that have got a key, or have taken the place of others. */
const replacingIn = (events: readonly DomainEvent[]): readonly string[] => [
  ...new Set(
    events.flatMap((event) => {
      if (event.type === 'MemorySuperseded') return event.data.by ?? []
      return event.type === 'MemoryUpdated' || event.type === 'MemoryContested' ? event.metadata.memoryId : []
    }),
  ),
]

type Wanted = {
  readonly request: IngestRequest
  readonly recipe: Recipe
  readonly before: KnownBefore
}

const ingestNew = async (dependencies: IngestDependencies, wanted: Wanted): Promise<Done<IngestResult>> => {
  const { ingest, stream, read, decideOn } = await prepareIngest(dependencies, wanted)
  return (await needsChunks(ingest, dependencies.maxAppendBytes))
    ? ingestInChunks(dependencies, { ingest, stream, read, decide: decideOn('pending') })
    : ingestInOneAppend(dependencies, { ingest, stream, read, decide: decideOn('here') })
}

/** Everything slow, and what there is to read and to decide after it. The decision is pure; it throws Outdated. */
export const prepareIngest = async (dependencies: IngestDependencies, { request, recipe, before }: Wanted) => {
  const start = await withStanding(
    dependencies,
    begin(dependencies, request, {
      ...{ known: countKnown(before.turns), awaits: recipe.derives ? 'model' : 'nothing' },
      ...newIn(before),
    }),
    recipe,
  )
  const { result: ingest } = await runStages(recipe.stages, start)
  const stream = dependencies.streams.bank(request.scope.userId)
  const read = bankReader(dependencies, { ingest, before })
  const decideOn = (material: Material) => (known: Known<IngestKnown>, erased?: ReadonlySet<string>) => {
    if (!isStillNew(before, known.state.now)) throw new Outdated()
    const { transcript, edited } = newIn(known.state.now)
    const current = { ...ingest, transcript, edited, trust: known.state.trust, erased: erased ?? NOTHING }
    const how = { material, contests: recipe.contests, expiryMs: dependencies.conflictExpiryMs }
    const { events, counts, memoryIds, outcomes, fresh, news, conflicts } = plan(current, known, how)
    // What was known when nothing had been embedded yet has gone meanwhile: it lacks its vector.
    if (fresh.some(({ memoryId, replacement }) => !replacement && ingest.recognizedFacts.has(memoryId)))
      throw new Outdated()
    requireQuota(dependencies.quota, known.state.active, counts.memoriesStored + counts.compositesCreated)
    const { episodeId, known: knownTurns } = ingest
    const awaits = recipe.derives && fresh.length > 0
    const told = conflicts.length === 0 ? said(recipe, outcomes) : { ...said(recipe, outcomes), conflicts }
    const result = { episodeId, knownTurns, ...counts, memoryIds, ...told }
    return {
      events,
      result: awaits ? { ...result, awaits: 'facts' as const } : result,
      ...{ fresh, news },
      unfinished: awaits && ingest.request.async !== true,
    }
  }
  return { ingest, stream, read, decideOn }
}

type OneAppend = {
  readonly ingest: Ingest
  readonly stream: StreamName
  readonly read: (isFirst: boolean) => Promise<Known<IngestKnown>>
  readonly decide: (known: Known<IngestKnown>) => Decision<IngestResult>
}

const ingestInOneAppend = (
  { transact, timeoutMs }: Pick<IngestDependencies, 'transact' | 'timeoutMs'>,
  { ingest, stream, read, decide }: OneAppend,
): Promise<Done<IngestResult>> =>
  transact({ stream, read, decide, idempotent: ingest.request.idempotent }, AbortSignal.timeout(timeoutMs))

const said = ({ tellsOutcomes }: Recipe, outcomes: readonly IngestOutcome[]) => (tellsOutcomes ? { outcomes } : {})

/** What the new turns may answer: the end of what they go on from. */
const withStanding = async (dependencies: IngestDependencies, ingest: Ingest, recipe: Recipe): Promise<Ingest> => {
  const { transcript, readers, request, from, leftOut } = ingest
  if (transcript === null) return ingest
  const episodeId = transcript.continues
  const isAlone = episodeId === null && recipe.tellsOutcomes && refersBack(request)
  const isBehind = episodeId !== null && (from > 0 || leftOut.size > 0)
  if (!isAlone && !isBehind) return ingest
  const last = await dependencies.lastContents(request.scope, { transcript: transcript.id, episodeId, readers })
  const ofThese = isAlone || leftOut.size > 0 ? last : last.filter((each) => each.episodeId === episodeId)
  return { ...ingest, standing: ofThese }
}

/** Whether it begins with what is about the last turn of its session: a request to forget that, or a slip that is owned up to. */
const refersBack = ({ conversation, sessionId }: IngestRequest): boolean => {
  if (sessionId === undefined || !('messages' in conversation)) return false
  const first = conversation.messages.find(({ role }) => role.toLowerCase() === 'user')
  return first !== undefined && (ownsUp(first.content) || requestIn(first.content)?.what === null)
}

const NOTHING: ReadonlySet<string> = new Set()

/** Derives facts of episodes whose turns are stored, by a language model. */
type Facts = {
  readonly episode: (userId: string, episodeId: string) => Promise<DerivableEpisode | undefined>
  /** The episode of a request, by its hash, of which facts are still to be derived. */
  readonly awaiting: (userId: string, requestHash: string) => Promise<string | undefined>
  readonly derive: <Result>(wish: {
    readonly userId: string
    readonly episodeId: string
    readonly idempotent?: IngestRequest['idempotent']
    readonly answer: (derived: Derived) => Result
  }) => Promise<Done<Result>>
  /** The same, and nobody waits for it. */
  readonly later: (of: { readonly userId: string; readonly episodeId: string }) => void
}

type FactDependencies = {
  readonly keyedHashes: KeyedHashes
  /** Undefined: no language model is configured. */
  readonly facts: Facts | undefined
}

type WithModel = FactDependencies & { readonly facts: Facts }

/**
 * Takes in a conversation with a language model: `store` stores its turns, and facts are derived of them, before the answer
 * or, where the caller does not wait, after it. The same request after a failure goes on where it was broken off.
 */
const withFacts = async (
  parts: WithModel,
  request: IngestRequest,
  store: () => Promise<Done<IngestResult>>,
): Promise<Done<IngestResult>> => {
  const { userId } = request.scope
  const begun = await brokenOff(parts, request)
  const stored = begun ?? (await store())
  const { episodeId } = stored.result
  const turns = stored.result.awaits === 'facts' ? stored.result : await leftOver(parts, userId, stored.result)
  if (turns === undefined || stored.replayed) return stored
  if (request.async) {
    parts.facts.later({ userId, episodeId })
    return { ...stored, result: { ...turns, awaits: 'facts' } }
  }
  const answer = (derived: Derived): IngestResult => joined(turns, derived)
  return parts.facts.derive({ userId, episodeId, idempotent: request.idempotent, answer })
}

/** What an earlier attempt at the same request stored, told as if it had been stored now. */
const brokenOff = async (
  { facts, keyedHashes }: WithModel,
  request: IngestRequest,
): Promise<Done<IngestResult> | undefined> => {
  const { userId } = request.scope
  const episodeId = await facts.awaiting(userId, keyedHashes.request(requestText(request)))
  const episode = episodeId === undefined ? undefined : await facts.episode(userId, episodeId)
  if (episodeId === undefined || episode === undefined) return undefined
  const memoryIds = episode.memories.filter(({ status }) => STANDING.has(status)).map(({ memoryId }) => memoryId)
  return { position: 'start', result: { episodeId, knownTurns: 0, ...episode.counts, memoryIds, awaits: 'facts' } }
}

const STANDING: ReadonlySet<string> = new Set(['active', 'superseded'])

/** All turns are known, and of an episode with the last of them facts are still to come. */
const leftOver = async (
  { facts }: WithModel,
  userId: string,
  result: IngestResult,
): Promise<IngestResult | undefined> => {
  const episode = result.episodeId === '' ? undefined : await facts.episode(userId, result.episodeId)
  return episode?.awaits === 'model' ? result : undefined
}

/** Turns and facts are both counted. */
const joined = (
  { awaits: _, ...turns }: IngestResult,
  { counts, memoryIds, outcomes, usage, none, conflicts = [] }: Derived,
): IngestResult => {
  return {
    ...turns,
    ...sumOf(turns, counts),
    memoryIds: [...new Set([...turns.memoryIds, ...memoryIds])],
    outcomes: [...plainlyStored([...turns.memoryIds, ...memoryIds], outcomes).map(asNew), ...outcomes],
    ...{ usage, none },
    ...(conflicts.length === 0 ? {} : { conflicts }),
  }
}

/** Those of these memories of which no outcome tells that they were stored, or which memory they reworded. */
const plainlyStored = (ids: readonly string[], outcomes: Derived['outcomes']): readonly string[] => {
  const told = new Set(outcomes.flatMap(({ outcome, memoryId }) => (STORED.has(outcome) ? memoryId : [])))
  return [...new Set(ids)].filter((id) => !told.has(id))
}

/** Of what became something else the outcome names the memory that it is about. */
const STORED: ReadonlySet<string> = new Set(['stored', 'updated'])

export const sumOf = (a: Counts, b: Counts): Counts => ({
  factsExtracted: a.factsExtracted + b.factsExtracted,
  memoriesStored: a.memoriesStored + b.memoriesStored,
  memoriesUpdated: a.memoriesUpdated + b.memoriesUpdated,
  memoriesDeleted: a.memoriesDeleted + b.memoriesDeleted,
  memoriesSkipped: a.memoriesSkipped + b.memoriesSkipped,
  duplicates: a.duplicates + b.duplicates,
  linksCreated: a.linksCreated + b.linksCreated,
  compositesCreated: a.compositesCreated + b.compositesCreated,
})
