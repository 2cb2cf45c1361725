import { v5 } from 'uuid'
import type { Decision, Done, Known } from '../commands/transact.js'
import { inTurns } from '../concurrency/steps.js'
import type { DomainEvent } from '../domain/all-events.js'
import { type Counts, NO_COUNTS } from '../domain/episode.js'
import { notBefore } from '../domain/event.js'
import { requireQuota } from '../domain/quota.js'
import { readersOf } from '../domain/scope.js'
import { AppendTooLarge, EventStoreOverloaded } from '../event-store/event-store.js'
import { readUser } from '../postgres/database.js'
import type { LastMemory } from '../queries/derivable-episode.js'
import { lastContents } from '../queries/derivable-episode.js'
import type {
  BankKnown,
  GaveWay,
  IngestCommand,
  IngestRequest,
  IngestResult,
  NewTurns,
  PreparedIngest,
} from './context.js'
import { leaveOutRepeats } from './duplicates.js'
import { mayEchoIn } from './echoes.js'
import type { deriveInBackground } from './facts/derive.js'
import { requestIn } from './forget-request.js'
import { type ChunkDependencies, type EarlierRead, ingestInChunks, isLarge, Outdated } from './ingest-in-chunks.js'
import {
  isAlreadyKnown,
  isStillNew,
  type KnownBefore,
  knownBefore,
  newIn,
  type TranscriptDependencies,
} from './new-turns.js'
import { type Material, type Plan, plan } from './plan.js'
import {
  composeFacts,
  type EmbeddingDependencies,
  embedStatements,
  extractFacts,
  type LookUpDependencies,
  lookUpBlocks,
  pairFacts,
} from './prepare-facts.js'
import { type IngestKnown, type ReadDependencies, readBank } from './read-bank.js'

/** How often an ingest begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10

/** Full ingest also says what the facts say together or, with a language model, derives facts; and it tells of each fact. */
export type Mode = 'full' | 'quick'

export type IngestDependencies = ReadDependencies &
  ChunkDependencies &
  LookUpDependencies &
  EmbeddingDependencies & {
    /** How long a conflict waits for somebody to resolve it, in milliseconds. */
    readonly conflictExpiryMs: number
    /** What derives facts of stored turns by a language model; undefined: no model is configured. */
    readonly facts: Pick<ReturnType<typeof deriveInBackground>, 'derive' | 'later'> | undefined
  }

/**
 * Turns a conversation into memories of what was said: one command, in one append where it fits. Turns that were ingested before
 * are known, and nothing is done with them. When the embedding provider fails, nothing is in the log. Each identical fact is stored
 * once, however many write it at once. Throws MemoryQuotaExceeded.
 */
export const quickIngest = (
  parts: IngestDependencies,
  request: IngestRequest,
  mode: Mode = 'quick',
): Promise<Done<IngestResult>> =>
  untilCurrent(parts, request, async (before) => {
    const ingest = await prepareIngest(parts, request, { before, mode })
    const stream = parts.streams.bank(request.scope.userId)
    const read = (earlier?: EarlierRead<BankKnown>) => readBank(parts, { ingest, before }, earlier)
    const decideOn = (material: Material) => (known: Known<IngestKnown>, erased?: ReadonlySet<string>) =>
      decideIngest(parts, { ingest, before, mode }, { known, material, erased })
    const inChunks = () => ingestInChunks(parts, { ingest, stream, read, decide: decideOn('pending') })
    if (isLarge(ingest, parts.maxAppendBytes)) return inChunks()
    const whole = { stream, read, decide: decideOn('here'), idempotent: request.idempotent }
    return parts.transact(whole, AbortSignal.timeout(parts.timeoutMs)).catch((error: unknown) => {
      if (error instanceof AppendTooLarge) return inChunks()
      throw error
    })
  })

/** Works with what was ingested before, and begins anew where that has changed meanwhile. */
export const untilCurrent = async <Result>(
  parts: TranscriptDependencies,
  request: IngestRequest,
  work: (before: KnownBefore) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await work(await knownBefore(parts, request))
    } catch (error) {
      if (!(error instanceof Outdated)) throw error
    }
  }
  throw new EventStoreOverloaded('too many requests take in the same conversation')
}

/** All that is slow, before any lock is held. Of turns that were all ingested before nothing is made. */
export const prepareIngest = async (
  parts: IngestDependencies,
  request: IngestRequest,
  { before, mode }: { readonly before: KnownBefore; readonly mode: Mode },
): Promise<PreparedIngest> => {
  const awaits = mode === 'full' && parts.facts !== undefined ? 'model' : 'nothing'
  const command = { ...begin(parts, request, before), awaits } as const
  const newTurns = newIn(before)
  const { model, dimensions } = parts.provider
  const begun = { ...command, ...newTurns, model: { model, dimensions } }
  if (isAlreadyKnown(before)) return { ...begun, ...nothingSaid(command.now) }
  const standing = await lastBefore(parts, command, newTurns)
  const blocks = await lookUpBlocks(parts, request, newTurns)
  const extracted = await extractFacts(command, newTurns, { standing, blocks })
  const embedded = await embedStatements(parts, extracted.facts)
  const { facts, repeats } = await leaveOutRepeats(embedded.facts)
  const mayEcho = await inTurns(mayEchoIn(facts))
  const pairs = await pairFacts(facts)
  const composites = mode === 'full' && awaits === 'nothing' ? await composeFacts(command.commandId, facts) : []
  const { extraction } = extracted
  const { secondaryVectors } = embedded
  return { ...begun, standing, extraction, facts, mayEcho, repeats, secondaryVectors, pairs, composites }
}

const EPISODE_IDS = 'c1f4c1a2-53a7-5f0e-b7a5-2d6f1f0b9a44'

const begin = (
  { newId, now, keyedHashes }: IngestDependencies,
  request: IngestRequest,
  before: KnownBefore,
): Omit<IngestCommand, 'awaits'> => {
  const commandId = newId()
  return {
    request,
    requestHash: keyedHashes.request(requestText(request)),
    commandId,
    episodeId: (isAlreadyKnown(before) ? before.turns.episodeId : null) ?? v5(commandId, EPISODE_IDS),
    now: notBefore(before.lastAt, now()),
    readers: readersOf(request.scope, request),
  }
}

/** The same for the same request, however its answer is waited for. */
export const requestText = ({ idempotent: _, async: __, ...said }: IngestRequest): string => JSON.stringify(said)

const nothingSaid = (instant: string) => ({
  standing: [],
  extraction: { moment: { instant, offset: null }, isTimed: false, facts: [], said: [], cameBack: 0 },
  facts: [],
  mayEcho: [],
  repeats: [],
  secondaryVectors: [],
  pairs: [],
  composites: [],
})

/** What the new turns may answer: the end of what they go on from. */
const lastBefore = async (
  { reading }: Pick<IngestDependencies, 'reading'>,
  { request, readers }: Pick<IngestCommand, 'request' | 'readers'>,
  { transcript, from, leftOut }: NewTurns,
): Promise<readonly LastMemory[]> => {
  if (transcript === null) return []
  const episodeId = transcript.continues
  const isAlone = episodeId === null && refersBack(request)
  const isBehind = episodeId !== null && (from > 0 || leftOut.size > 0)
  if (!isAlone && !isBehind) return []
  const { scope } = request
  const asked = { transcript: transcript.id, episodeId, readers }
  const last = await readUser(reading, scope.userId, (db) => lastContents(db, scope, asked))
  return isAlone || leftOut.size > 0 ? last : last.filter((each) => each.episodeId === episodeId)
}

/** Whether it begins with a request to forget the last turn of its session. */
const refersBack = ({ conversation, sessionId }: IngestRequest): boolean => {
  if (sessionId === undefined || !('messages' in conversation)) return false
  const first = conversation.messages.find(({ role }) => role.toLowerCase() === 'user')
  return first !== undefined && requestIn(first.content)?.of === 'last'
}

type IngestDecision = Decision<IngestResult> & Pick<Plan, 'fresh' | 'news'>

/** What an ingest comes to, on what is known by now. Pure. Throws Outdated, MemoryQuotaExceeded. */
export const decideIngest = (
  { conflictExpiryMs: expiryMs, quota }: Pick<IngestDependencies, 'conflictExpiryMs' | 'quota'>,
  { ingest, before, mode }: { readonly ingest: PreparedIngest; readonly before: KnownBefore; readonly mode: Mode },
  {
    known,
    material,
    erased = new Set(),
  }: {
    readonly known: Known<IngestKnown>
    readonly material: Material
    /** Facts that were written as pending and were erased meanwhile. */
    readonly erased?: ReadonlySet<string> | undefined
  },
): IngestDecision => {
  const { now, active } = known.state
  if (!isStillNew(before, now)) throw new Outdated()
  const isKnown = isAlreadyKnown(before)
  const { transcript, edited } = newIn(now)
  const whole = plan({ ...ingest, transcript, edited }, known, { material, expiryMs, erased })
  const planned = isKnown ? ofKnownTurns(whole) : whole
  const { events, counts, memoryIds, fresh, news } = planned
  requireQuota(quota, active, counts.memoriesStored + counts.compositesCreated)
  const { episodeId, knownTurns, request } = ingest
  const derives = ingest.awaits === 'model'
  const isAwaiting = derives && fresh.length > 0
  const result = { episodeId, knownTurns, ...counts, memoryIds, ...outcomesOf(planned, mode) }
  return {
    events,
    fresh,
    news,
    result: isAwaiting ? { ...result, awaits: 'facts' } : result,
    // Of turns that are known facts may still be to come.
    unfinished: isKnown ? derives : isAwaiting && request.async !== true,
  }
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

/** What the answer tells beside counts; of outcomes a quick ingest tells those of requests to forget. */
export const outcomesOf = (
  {
    outcomes,
    conflicts,
    events = [],
    ids,
  }: Pick<Plan, 'outcomes' | 'conflicts' | 'ids'> & Partial<Pick<Plan, 'events'>>,
  mode: Mode,
): Pick<IngestResult, 'outcomes' | 'conflicts' | 'gaveWay' | 'ids'> => {
  const gaveWay = gaveWayIn(events)
  const told =
    mode === 'full' ? outcomes : outcomes.filter(({ reason }) => reason === 'forgotten' || reason === 'forget_unclear')
  return {
    ...(mode === 'full' || told.length > 0 ? { outcomes: told } : {}),
    ...(conflicts.length === 0 ? {} : { conflicts }),
    ...(gaveWay.length === 0 ? {} : { gaveWay }),
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
