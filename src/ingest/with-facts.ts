import type { KeyedHashes } from '../commands/store-secrets.js'
import type { Done } from '../commands/transact.js'
import type { Counts } from '../domain/episode.js'
import { asNew, type IngestRequest, type IngestResult, requestText } from './context.js'
import type { Derived } from './facts/decide-facts.js'
import type { DerivableEpisode } from './facts/episode.js'
import type { createPreviewFacts } from './facts/preview-facts.js'

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
  /** What would be derived of turns that are not stored. */
  readonly preview: ReturnType<typeof createPreviewFacts>
  /** The same, and nobody waits for it. */
  readonly later: (of: { readonly userId: string; readonly episodeId: string }) => void
}

export type FactDependencies = {
  readonly keyedHashes: KeyedHashes
  /** Undefined: no language model is configured. */
  readonly facts: Facts | undefined
}

type WithModel = FactDependencies & { readonly facts: Facts }

/**
 * Takes in a conversation with a language model: `store` stores its turns, and facts are derived of them, before the answer
 * or, where the caller does not wait, after it. The same request after a failure goes on where it was broken off.
 */
export const withFacts = async (
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
