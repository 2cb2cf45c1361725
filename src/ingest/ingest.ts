import { v5 } from 'uuid'
import type { Done, Known } from '../commands/transact.js'
import { OWN_TRUST } from '../domain/agent.js'
import type { DomainEvent } from '../domain/all-events.js'
import { openedConflict } from '../domain/conflict/opening.js'
import { type Counts, NO_COUNTS } from '../domain/episode.js'
import { notBefore } from '../domain/event.js'
import { isStored } from '../domain/memory/settling.js'
import { requireQuota } from '../domain/quota.js'
import { type Readers, readersOf, type Scope } from '../domain/scope.js'
import { AppendTooLarge, EventStoreOverloaded } from '../event-store/event-store.js'
import { asNew, type GaveWay, type Ingest, type IngestRequest, type IngestResult, type LastMemory } from './context.js'
import type { Derived } from './facts/decide-facts.js'
import type { deriveInBackground } from './facts/derive.js'
import type { ReadingDependencies } from './facts/read-windows.js'
import { requestIn } from './forget-request.js'
import { type ChunkDependencies, ingestInChunks, isLarge, Outdated } from './ingest-in-chunks.js'
import {
  isAlreadyKnown,
  isStillNew,
  type KnownBefore,
  knownBefore,
  newIn,
  type TranscriptDependencies,
} from './known-turns.js'
import { type Material, type Plan, plan, replacedIn } from './plan.js'
import { bankReader, type IngestKnown, type ReadDependencies } from './read-bank.js'
import { type Mode, type Recipe, recipes, type StageDependencies } from './stages.js'

/** How often an ingest begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10

export type IngestDependencies = ReadDependencies &
  ChunkDependencies &
  StageDependencies & {
    /**
     * The last memories of a transcript up to the end of an episode, those that all of these readers may read; without one
     * those of its last episode.
     */
    readonly lastContents: (
      scope: Scope,
      request: { readonly transcript: string; readonly episodeId: string | null; readonly readers: Readers },
    ) => Promise<readonly LastMemory[]>
    /** How long a conflict waits for somebody to resolve it, in milliseconds. */
    readonly conflictExpiryMs: number
    /** Undefined: no language model is configured. */
    readonly facts: Facts | undefined
  }

/**
 * Turns a conversation into memories: one command, in one append where it fits. Turns that were ingested before are known, and
 * nothing is done with them. When the embedding provider fails, nothing is in the log. Each identical fact is stored once,
 * however many write it at once. Throws MemoryQuotaExceeded.
 */
export const createIngest = (dependencies: IngestDependencies) => {
  const { facts } = dependencies
  const byMode = recipes(dependencies, facts !== undefined)
  return async (request: IngestRequest, mode: Mode): Promise<Done<IngestResult>> => {
    const recipe = byMode[mode]
    const store = () =>
      untilCurrent(dependencies, request, (before) => storeTurns(dependencies, { request, recipe, before }))
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

type Wanted = {
  readonly request: IngestRequest
  readonly recipe: Recipe
  readonly before: KnownBefore
}

const storeTurns = async (dependencies: IngestDependencies, wanted: Wanted): Promise<Done<IngestResult>> => {
  const { ingest, stream, read, decideOn } = await prepareIngest(dependencies, wanted)
  const { transact, timeoutMs, maxAppendBytes } = dependencies
  const inChunks = () => ingestInChunks(dependencies, { ingest, stream, read, decide: decideOn('pending') })
  if (isLarge(ingest, maxAppendBytes)) return inChunks()
  const { idempotent } = wanted.request
  const whole = { stream, read, decide: decideOn('here'), idempotent }
  return transact(whole, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
    if (error instanceof AppendTooLarge) return inChunks()
    throw error
  })
}

const EPISODE_IDS = 'c1f4c1a2-53a7-5f0e-b7a5-2d6f1f0b9a44'
/** The same for the same request, however its answer is waited for. */
const requestText = ({ idempotent: _, async: __, ...said }: IngestRequest): string => JSON.stringify(said)

/** What an ingest knows at its beginning: the request, and what of it is new. */
const begin = (
  { newId, now, provider: { model, dimensions }, keyedHashes }: IngestDependencies,
  { request, recipe, before }: Wanted,
): Ingest => {
  const commandId = newId()
  const at = notBefore(before.lastAt, now())
  return {
    ...newIn(before),
    known: before.turns.places.size,
    awaits: recipe.derives ? 'model' : 'nothing',
    request,
    requestHash: keyedHashes.request(requestText(request)),
    commandId,
    episodeId: (isAlreadyKnown(before) ? before.turns.episodeId : null) ?? v5(commandId, EPISODE_IDS),
    now: at,
    readers: readersOf(request.scope, request),
    trust: OWN_TRUST,
    model: { model, dimensions },
    standing: [],
    knownWords: new Map(),
    secondaryVectors: [],
    extraction: { moment: { instant: at, offset: null }, isTimed: false, facts: [], said: [], cameBack: 0 },
    facts: [],
    repeats: [],
    erased: new Set(),
    pairs: [],
    composites: [],
  }
}

/**
 * Everything slow, and what there is to read and to decide after it. The decision is pure; it throws Outdated. Of turns that were
 * all ingested before nothing is made, and nothing happens but what they say now of what they replace.
 */
export const prepareIngest = async (dependencies: IngestDependencies, wanted: Wanted) => {
  const { request, recipe, before } = wanted
  const isKnown = isAlreadyKnown(before)
  let ingest = begin(dependencies, wanted)
  if (!isKnown) {
    ingest = await withStanding(dependencies, ingest)
    for (const stage of recipe.stages) ingest = await stage(ingest)
  }
  const stream = dependencies.streams.bank(request.scope.userId)
  const read = bankReader(dependencies, { ingest, before })
  const decideOn = (material: Material) => (known: Known<IngestKnown>, erased?: ReadonlySet<string>) => {
    if (!isStillNew(before, known.state.now)) throw new Outdated()
    const { transcript, edited } = newIn(known.state.now)
    const current = { ...ingest, transcript, edited, trust: known.state.trust, erased: erased ?? NOTHING }
    const how = { material, expiryMs: dependencies.conflictExpiryMs }
    const whole = plan(current, known, how)
    const planned = isKnown ? ofKnownTurns(whole) : whole
    const { events, counts, memoryIds, fresh, news } = planned
    requireQuota(dependencies.quota, known.state.active, counts.memoriesStored + counts.compositesCreated)
    const { episodeId, known: knownTurns } = ingest
    const isAwaiting = recipe.derives && fresh.length > 0
    const result = { episodeId, knownTurns, ...counts, memoryIds, ...toldOf(recipe, planned) }
    return {
      events,
      fresh,
      news,
      result: isAwaiting ? { ...result, awaits: 'facts' as const } : result,
      // Of turns that are known facts may still be to come.
      unfinished: isKnown ? recipe.derives : isAwaiting && request.async !== true,
    }
  }
  return { ingest, stream, read, decideOn }
}

/** What comes of turns that were all ingested before: no episode, and no memory that is new. */
const ofKnownTurns = (planned: Plan): Plan => {
  const events = planned.events.filter(({ type }) => type !== 'EpisodeRecorded' && type !== 'EpisodeIngested')
  const memoryIds = replacingIn(events)
  const counts = { ...NO_COUNTS, factsExtracted: memoryIds.length, memoriesUpdated: memoryIds.length }
  return { ...planned, events, counts, memoryIds }
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

/** What gave way to a statement of the caller's own. */
const gaveWayIn = (events: readonly DomainEvent[]): readonly GaveWay[] =>
  events.flatMap((event) => {
    if (event.type !== 'MemorySuperseded' || event.data.by === null) return []
    const { memoryId, reason } = event.metadata
    return reason === 'replaced' || reason === 'same_key' ? [{ memoryId, by: event.data.by }] : []
  })

/** What the answer tells beside counts. */
const toldOf = (
  { tellsOutcomes }: Pick<Recipe, 'tellsOutcomes'>,
  { outcomes, conflicts, events, ids }: Pick<Plan, 'outcomes' | 'conflicts' | 'ids'> & Partial<Pick<Plan, 'events'>>,
) => {
  const gaveWay = gaveWayIn(events ?? [])
  const forgetting = outcomes.filter(({ reason }) => reason === 'forgotten' || reason === 'forget_unclear')
  return {
    ...(tellsOutcomes ? { outcomes } : {}),
    ...(!tellsOutcomes && forgetting.length > 0 ? { outcomes: forgetting } : {}),
    ...(conflicts.length === 0 ? {} : { conflicts }),
    ...(gaveWay.length === 0 ? {} : { gaveWay }),
    ...(ids.length === 0 ? {} : { ids }),
  }
}

/** What the new turns may answer: the end of what they go on from. */
const withStanding = async (dependencies: IngestDependencies, ingest: Ingest): Promise<Ingest> => {
  const { transcript, readers, request, from, leftOut } = ingest
  if (transcript === null) return ingest
  const episodeId = transcript.continues
  const isAlone = episodeId === null && refersBack(request)
  const isBehind = episodeId !== null && (from > 0 || leftOut.size > 0)
  if (!isAlone && !isBehind) return ingest
  const last = await dependencies.lastContents(request.scope, { transcript: transcript.id, episodeId, readers })
  const ofThese = isAlone || leftOut.size > 0 ? last : last.filter((each) => each.episodeId === episodeId)
  return { ...ingest, standing: ofThese }
}

/** Whether it begins with a request to forget the last turn of its session. */
const refersBack = ({ conversation, sessionId }: IngestRequest): boolean => {
  if (sessionId === undefined || !('messages' in conversation)) return false
  const first = conversation.messages.find(({ role }) => role.toLowerCase() === 'user')
  return first !== undefined && requestIn(first.content)?.of === 'last'
}

const NOTHING: ReadonlySet<string> = new Set()

/** Derives facts of episodes whose turns are stored, by a language model. */
type Facts = Pick<ReadingDependencies, 'episode'> &
  Pick<ReturnType<typeof deriveInBackground>, 'derive' | 'later'> & {
    /** The episode of a request, by its hash, of which facts are still to be derived. */
    readonly awaiting: (userId: string, requestHash: string) => Promise<string | undefined>
  }

type WithModel = Pick<IngestDependencies, 'keyedHashes' | 'conflictsAbout'> & { readonly facts: Facts }

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
  const stored = (await brokenOff(parts, request)) ?? (await store())
  const { episodeId, awaits } = stored.result
  const isAwaiting = awaits === 'facts' || (episodeId !== '' && (await isLeftOver(parts, userId, episodeId)))
  if (!isAwaiting || stored.replayed) return stored
  if (request.async) {
    parts.facts.later({ userId, episodeId })
    return { ...stored, result: { ...stored.result, awaits: 'facts' } }
  }
  const answer = (derived: Derived): IngestResult => joined(stored.result, derived)
  return parts.facts.derive({ userId, episodeId, idempotent: request.idempotent, answer })
}

/** What an earlier attempt at the same request stored, told as if it had been stored now. */
const brokenOff = async (
  { facts, keyedHashes, conflictsAbout }: WithModel,
  request: IngestRequest,
): Promise<Done<IngestResult> | undefined> => {
  const { userId } = request.scope
  const episodeId = await facts.awaiting(userId, keyedHashes.request(requestText(request)))
  const episode = episodeId === undefined ? undefined : await facts.episode(userId, episodeId)
  if (episodeId === undefined || episode === undefined) return undefined
  const memoryIds = episode.memories.filter(({ status }) => status !== 'deleted').map(({ memoryId }) => memoryId)
  const open = episode.scope.kind === 'user' ? [] : await conflictsAbout(userId, memoryIds)
  const opened = open.filter(({ conflict }) => memoryIds.includes(conflict.new.memoryId))
  const conflicts = opened.map(({ conflict }) => openedConflict(conflict))
  const told = new Map(episode.outcomes.map((outcome) => [outcome.memoryId, outcome]))
  const others = episode.outcomes.filter(({ memoryId }) => !memoryIds.includes(memoryId))
  const outcomes = [...memoryIds.map((id) => told.get(id) ?? asNew(id)), ...others]
  const ids = replacedIn(episode.outcomes)
  const result = { episodeId, knownTurns: 0, ...episode.counts, memoryIds, awaits: 'facts' as const }
  return { position: 'start', result: { ...result, ...toldOf({ tellsOutcomes: true }, { outcomes, conflicts, ids }) } }
}

/** All turns are known, and of an episode with the last of them facts are still to come. */
const isLeftOver = async ({ facts }: WithModel, userId: string, episodeId: string): Promise<boolean> =>
  (await facts.episode(userId, episodeId))?.awaits === 'model'

/** Turns and facts are both counted. */
const joined = (
  { awaits: _, ...turns }: IngestResult,
  { counts, memoryIds, outcomes, usage, none, conflicts = [] }: Derived,
): IngestResult => {
  // Of what became something else the outcome names the memory that it is about.
  const stored = new Set(outcomes.flatMap((each) => (isStored(each) ? each.memoryId : [])))
  const ofTurns = turns.outcomes ?? turns.memoryIds.map(asNew)
  const opened = [...(turns.conflicts ?? []), ...conflicts]
  const ids = [...new Set([...(turns.ids ?? []), ...replacedIn(outcomes)])]
  return {
    ...turns,
    ...sumOf(turns, counts),
    memoryIds: [...new Set([...turns.memoryIds, ...memoryIds])],
    outcomes: [...ofTurns, ...memoryIds.filter((id) => !stored.has(id)).map(asNew), ...outcomes],
    usage,
    none,
    ...(opened.length === 0 ? {} : { conflicts: opened }),
    ...(ids.length === 0 ? {} : { ids }),
  }
}

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
