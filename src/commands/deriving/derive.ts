import { EpisodeNotFound } from '../../domain/errors.js'
import { EventStoreOverloaded } from '../../event-store/event-store.js'
import { tokenBudget, withinBudget } from '../../providers/token-budget.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import type { Done, Known } from '../transact.js'
import { type DeriveDependencies, decideFacts, VerdictsOutdated, type Wish } from './decide-facts.js'
import type { DerivableEpisode } from './episode.js'
import { embedFacts, factsFound } from './facts.js'
import { judgeEpisode } from './judge-episode.js'
import { failureCode, type ReadingDependencies, readWindows, recordFailure } from './read-windows.js'

/** How often it begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10
/** After so many failures of the model an episode goes on by rules. */
const MOST_FAILURES = 5

/**
 * Derives facts of an episode whose turns are stored: reads them in windows, holds what is found against what is known,
 * and stores it in one append. What was paid for is kept on the way, so that it goes on where it was broken off; what has
 * ended is answered again. Facts rest only on turns that still say what was said.
 * @throws ProviderUnavailable, ProviderRejected, AnswerUnusable: the same again may succeed, and after five failures it
 * goes by rules. EpisodeNotFound, MemoryQuotaExceeded.
 */
export const createDerive =
  (parts: DeriveDependencies) =>
  async <Result>(wish: Wish<Result>): Promise<Done<Result>> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const episode = await parts.episode(wish.userId, wish.episodeId)
      if (episode === undefined) throw new EpisodeNotFound()
      try {
        return episode.derived === null ? await derive(parts, episode, wish) : await answerAgain(parts, wish)
      } catch (error) {
        if (!(error instanceof Outdated)) throw error
      }
    }
    throw new EventStoreOverloaded('the conversation keeps changing while facts are derived of it')
  }

const derive = async <Result>(parts: DeriveDependencies, begun: DerivableEpisode, wish: Wish<Result>) => {
  const { deriver } = parts
  const budget = tokenBudget(Math.max(0, deriver.maxTokensPerIngest - tokensSpent(begun)))
  const model = deriver.model && begun.attempts < MOST_FAILURES ? withinBudget(deriver.model, budget) : undefined
  const failing = countingFailures(parts, begun)
  await failing('extract', () => readWindows(parts, { episode: begun, model, signal: deriver.signal }))
  const episode = await parts.episode(wish.userId, wish.episodeId)
  if (episode === undefined || episode.derived !== null) throw new Outdated()
  const facts = await failing('embed', () => embedFacts(parts, factsFound(episode)))
  const judging = { facts, model, signal: deriver.signal, thresholds: deriver.thresholds() }
  const first = await failing('judge', () => judgeEpisode(parts, episode, { ...judging, judgeAgain: [] }))
  const decide = (judged: typeof first, isLast: boolean) => decideFacts(parts, wish, { episode, facts, judged, isLast })
  try {
    return await decide(first, false)
  } catch (error) {
    if (!(error instanceof VerdictsOutdated)) throw error
    const judgeAgain = error.verdicts.map(({ memoryId }) => memoryId)
    const judged = { ...episode, verdicts: first.verdicts }
    const again = await failing('judge', () => judgeEpisode(parts, judged, { ...judging, judgeAgain }))
    return decide({ ...again, usage: [...first.usage, ...again.usage] }, true)
  }
}

const tokensSpent = ({ windows }: DerivableEpisode): number =>
  windows.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0)

/** Counts a failure of the model with the episode before it is thrown on. */
const countingFailures =
  (parts: ReadingDependencies, episode: DerivableEpisode) =>
  async <Found>(stage: 'extract' | 'embed' | 'judge', work: () => Promise<Found>): Promise<Found> => {
    try {
      return await work()
    } catch (error) {
      const code = failureCode(error)
      if (code !== undefined) await recordFailure(parts, episode, { stage, code })
      throw error
    }
  }

/** What has ended is told again, and nothing happens. */
const answerAgain = <Result>(
  parts: DeriveDependencies,
  { userId, episodeId, idempotent, answer }: Wish<Result>,
): Promise<Done<Result>> => {
  const stream = parts.streams.bank(userId)
  const read = async () => {
    const { revision } = await parts.bank(stream)
    return { revision, state: await parts.episode(userId, episodeId) }
  }
  const decide = ({ state: episode }: Known<DerivableEpisode | undefined>) => {
    if (episode === undefined || episode.derived === null) throw new Outdated()
    return { events: [], result: answer({ ...episode.derived, ofTurns: episode.counts, episodeId }) }
  }
  return parts.transact({ stream, read, decide, idempotent }, AbortSignal.timeout(parts.timeoutMs))
}
