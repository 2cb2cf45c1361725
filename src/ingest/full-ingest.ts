import type { Done } from '../commands/transact.js'
import { openedConflict } from '../domain/conflict/opening.js'
import { isStored } from '../domain/memory/settling.js'
import { readUser } from '../postgres/database.js'
import { conflictsAbout } from '../queries/conflict-state.js'
import { derivableEpisode } from '../queries/derivable-episode.js'
import { awaitingRequest } from '../queries/visible-extraction.js'
import { asNew, type IngestRequest, type IngestResult } from './context.js'
import type { Derived } from './facts/decide-facts.js'
import { type IngestDependencies, outcomesOf, quickIngest, requestText, sumOf } from './ingest.js'
import { replacedIn } from './plan.js'

/**
 * Quick ingest, and then facts: with a language model these are derived of what was stored, before the answer or, where the caller
 * does not wait, after it. The same request after a failure goes on where it was broken off.
 */
export const fullIngest = async (parts: IngestDependencies, request: IngestRequest): Promise<Done<IngestResult>> => {
  const { facts } = parts
  const { userId } = request.scope
  const store = () => quickIngest(parts, request, 'full')
  if (facts === undefined) return store()
  const stored = (await brokenOff(parts, request)) ?? (await store())
  const { episodeId, awaits } = stored.result
  const isAwaiting = awaits === 'facts' || (episodeId !== '' && (await isLeftOver(parts, userId, episodeId)))
  if (!isAwaiting || stored.replayed) return stored
  if (request.async) {
    facts.later({ userId, episodeId })
    return { ...stored, result: { ...stored.result, awaits: 'facts' } }
  }
  const answer = (derived: Derived): IngestResult => joined(stored.result, derived)
  return facts.derive({ userId, episodeId, idempotent: request.idempotent, answer })
}

/** What an earlier attempt at the same request stored, told as if it had been stored now. */
const brokenOff = async (
  parts: IngestDependencies,
  request: IngestRequest,
): Promise<Done<IngestResult> | undefined> => {
  const { userId } = request.scope
  const requestHash = parts.keyedHashes.request(requestText(request))
  const begun = await readUser(parts.reading, userId, async (db) => {
    const episodeId = await awaitingRequest(db, userId, requestHash)
    const episode = episodeId === undefined ? undefined : await derivableEpisode(db, userId, episodeId)
    if (episode === undefined) return undefined
    const memoryIds = episode.memories.filter(({ status }) => status !== 'deleted').map(({ memoryId }) => memoryId)
    const open = episode.scope.kind === 'user' ? [] : await conflictsAbout(db, userId, memoryIds)
    return { episode, memoryIds, open }
  })
  if (begun === undefined) return undefined
  const { episode, memoryIds, open } = begun
  const { episodeId } = episode
  const opened = open.filter(({ conflict }) => memoryIds.includes(conflict.new.memoryId))
  const conflicts = opened.map(({ conflict }) => openedConflict(conflict))
  const told = new Map(episode.outcomes.map((outcome) => [outcome.memoryId, outcome]))
  const others = episode.outcomes.filter(({ memoryId }) => !memoryIds.includes(memoryId))
  const outcomes = [...memoryIds.map((id) => told.get(id) ?? asNew(id)), ...others]
  const ids = replacedIn(episode.outcomes)
  const result = { episodeId, knownTurns: 0, ...episode.counts, memoryIds, awaits: 'facts' as const }
  return { position: 'start', result: { ...result, ...outcomesOf({ outcomes, conflicts, ids }, 'full') } }
}

/** All turns are known, and of an episode with the last of them facts are still to come. */
const isLeftOver = async ({ reading }: IngestDependencies, userId: string, episodeId: string): Promise<boolean> => {
  const episode = await readUser(reading, userId, (db) => derivableEpisode(db, userId, episodeId))
  return episode?.awaits === 'model'
}

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
