import pLimit from 'p-limit'
import type { Done, Known } from '../../commands/transact.js'
import { keyedLimiter } from '../../concurrency/limiter.js'
import { EpisodeNotFound } from '../../domain/errors.js'
import type { Paid } from '../../domain/extraction.js'
import { EventStoreOverloaded } from '../../event-store/event-store.js'
import { readUser } from '../../postgres/database.js'
import { sumOf } from '../../providers/language-model.js'
import { MOST_CALLS, tokenBudget, withinBudget } from '../../providers/token-budget.js'
import { bankState } from '../../queries/bank-state.js'
import type { DerivableEpisode } from '../../queries/derivable-episode.js'
import { Outdated } from '../ingest-in-chunks.js'
import { type DeriveDependencies, type DeriveRequest, decideFacts, ToldMeanwhile } from './decide-facts.js'
import { embedFacts, factsFound, isLeftToRead } from './facts.js'
import { failureCode, type ReadingDependencies, readWindows, recordFailure } from './read-windows.js'

/** How often it begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10
/** After so many failures of the model an episode goes on by rules. */
const MOST_FAILURES = 5

/**
 * Derives facts of an episode whose turns are stored: reads them in windows, beside what is known, and stores what is found in
 * one append. What was paid for is kept on the way, so that it goes on where it was broken off; what has
 * ended is answered again. Facts rest only on turns that still say what was said.
 * @throws ProviderUnavailable, ProviderRejected, AnswerUnusable: the same again may succeed, and after five failures it
 * goes by rules. EpisodeNotFound, MemoryQuotaExceeded.
 */
export const createDerive =
  (parts: DeriveDependencies) =>
  async <Result>(wish: DeriveRequest<Result>): Promise<Done<Result>> => {
    const outstanding: Paid[] = []
    let unseen: NewFacts = 'unread'
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { userId, episodeId } = wish
      const episode = await readUser(parts.reading, userId, (db) => parts.episode(db, userId, episodeId))
      if (episode === undefined) throw new EpisodeNotFound()
      try {
        return episode.derived === null
          ? await derive(parts, wish, { begun: episode, outstanding, unseen })
          : await answerAgain(parts, wish)
      } catch (error) {
        if (!(error instanceof Outdated)) throw error
        if (error instanceof ToldMeanwhile) unseen = 'read'
      }
    }
    throw new EventStoreOverloaded('the conversation keeps changing while facts are derived of it')
  }

/** Whether what was told while windows were read has been read by now: that is done once. */
type NewFacts = 'unread' | 'read'
type DeriveAttempt = {
  readonly begun: DerivableEpisode
  /** What was paid for it and stands in no event yet. */
  readonly outstanding: Paid[]
  readonly unseen: NewFacts
}

const derive = async <Result>(parts: DeriveDependencies, wish: DeriveRequest<Result>, attempt: DeriveAttempt) => {
  const { deriver, streams } = parts
  const { userId, episodeId } = wish
  const { begun, outstanding, unseen } = attempt
  const { signal } = deriver
  const model = modelFor(deriver, attempt)
  const failing = countingFailures(parts, attempt)
  const { revision: asOf } = await readUser(parts.reading, userId, (db) => bankState(db, streams.bank(userId)))
  const anew = unseen === 'read' && model !== undefined
  await failing('extract', () => readWindows(parts, { episode: begun, model, signal, outstanding, anew }))
  const episode = await readUser(parts.reading, userId, (db) => parts.episode(db, userId, episodeId))
  if (episode === undefined || episode.derived !== null || isLeftToRead(episode)) throw new Outdated()
  const facts = await failing('embed', () => embedFacts(parts, factsFound(episode)))
  return decideFacts(parts, wish, { episode, facts, outstanding, asOf: unseen === 'read' ? undefined : asOf })
}

/** The model within what is left of the budget; undefined where it is not to be asked any more. */
const modelFor = (
  { model, maxTokensPerIngest }: DeriveDependencies['deriver'],
  { begun, outstanding }: Pick<DeriveAttempt, 'begun' | 'outstanding'>,
) => {
  if (model === undefined || begun.attempts >= MOST_FAILURES) return undefined
  const { calls, inputTokens, outputTokens } = sumOf([...begun.paid, ...outstanding])
  const tokens = Math.max(0, maxTokensPerIngest - inputTokens - outputTokens)
  return withinBudget(model, tokenBudget(tokens, Math.max(0, MOST_CALLS - calls)))
}

/** Counts a failure of the model with the episode before it is thrown on. */
const countingFailures =
  (parts: ReadingDependencies, { begun, outstanding }: Pick<DeriveAttempt, 'begun' | 'outstanding'>) =>
  async <Found>(stage: 'extract' | 'embed', work: () => Promise<Found>): Promise<Found> => {
    try {
      return await work()
    } catch (error) {
      const code = failureCode(error)
      if (code !== undefined) await recordFailure(parts, begun, { stage, code, outstanding })
      throw error
    }
  }

/** What has ended is told again, and nothing happens. */
const answerAgain = <Result>(
  parts: DeriveDependencies,
  { userId, episodeId, idempotent, answer }: DeriveRequest<Result>,
): Promise<Done<Result>> => {
  const stream = parts.streams.bank(userId)
  const read = () =>
    readUser(parts.reading, userId, async (db) => {
      const { revision } = await bankState(db, stream)
      return { revision, state: await parts.episode(db, userId, episodeId) }
    })
  const decide = ({ state: episode }: Known<DerivableEpisode | undefined>) => {
    if (episode === undefined || episode.derived === null) throw new Outdated()
    return { events: [], result: answer({ ...episode.derived, ofTurns: episode.counts, episodeId }) }
  }
  return parts.transact({ stream, read, decide, idempotent }, AbortSignal.timeout(parts.timeoutMs))
}

type Derive = ReturnType<typeof createDerive>
type EpisodeOfUser = { readonly userId: string; readonly episodeId: string }

export type BackgroundDependencies = {
  readonly derive: Derive
  /** Episodes recorded before an instant (ISO 8601) of which facts are still to be derived, the oldest first. */
  readonly awaiting: (before: string, most: number) => Promise<readonly EpisodeOfUser[]>
  readonly failed: (error: unknown, of: EpisodeOfUser) => void
  /** Milliseconds. */
  readonly clock: () => number
}

/** Episodes that are worked on at once without anybody waiting. */
const AT_ONCE = 2
const MOST_WAITING = 100
/** Of the episodes that are left over, those that are looked for at once. */
const LEFT_OVER = 100
/** After a failure an episode is left alone for so long, and twice as long after each further one. */
const REST_MS = 60_000
const LONGEST_REST_MS = 16 * REST_MS

/**
 * Derives facts for those who wait and for those who do not, one attempt at an episode at a time. What is left over by a
 * crash or a failure is gone on with by `resume`, which the process that projects calls regularly.
 */
export const deriveInBackground = ({ derive, awaiting, failed, clock }: BackgroundDependencies) => {
  const inTurn = keyedLimiter(
    MOST_WAITING,
    () => new EventStoreOverloaded('too many requests wait for one conversation'),
  )
  const limited = pLimit(AT_ONCE)
  const underway = new Map<string, Promise<void>>()
  const resting = new Map<string, { readonly until: number; readonly forMs: number }>()
  const once: Derive = (wish) => inTurn(wish.episodeId, () => derive(wish))
  const attempt = async (of: EpisodeOfUser): Promise<void> => {
    try {
      await once({ ...of, answer: () => null })
      resting.delete(of.episodeId)
    } catch (error) {
      const forMs = Math.min(LONGEST_REST_MS, 2 * (resting.get(of.episodeId)?.forMs ?? REST_MS / 2))
      resting.set(of.episodeId, { until: clock() + forMs, forMs })
      failed(error, of)
    }
  }
  const later = (of: EpisodeOfUser): void => {
    if (underway.has(of.episodeId)) return
    const work = limited(() => attempt(of)).finally(() => underway.delete(of.episodeId))
    underway.set(of.episodeId, work)
  }
  return {
    derive: once,
    later,
    /** Takes up what is left over of before an instant (ISO 8601), and answers with how many episodes that are. */
    resume: async (before: string): Promise<number> => {
      const left = await awaiting(before, LEFT_OVER)
      const due = left.filter(({ episodeId }) => (resting.get(episodeId)?.until ?? 0) <= clock())
      for (const of of due) later(of)
      return due.length
    },
    /** Resolves when nothing is under way. */
    idle: async (): Promise<void> => {
      while (underway.size > 0) await Promise.all(underway.values())
    },
  }
}
