import type { Done, Known } from '../../commands/transact.js'
import { EpisodeNotFound } from '../../domain/errors.js'
import { EventStoreOverloaded } from '../../event-store/event-store.js'
import { sumOf } from '../../providers/language-model.js'
import { MOST_CALLS, tokenBudget, withinBudget } from '../../providers/token-budget.js'
import { Outdated } from '../ingest-in-chunks.js'
import { type DeriveDependencies, decideFacts, ToldMeanwhile, type Wish } from './decide-facts.js'
import type { DerivableEpisode } from './episode.js'
import { embedFacts, factsFound } from './facts.js'
import { failureCode, type ReadingDependencies, readWindows, recordFailure } from './read-windows.js'
import { nothingOutstanding, type Outstanding } from './usage.js'
import { isLeftToRead } from './windows-left.js'

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
  async <Result>(wish: Wish<Result>): Promise<Done<Result>> => {
    const outstanding = nothingOutstanding()
    let unseen: Unseen = 'unread'
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const episode = await parts.episode(wish.userId, wish.episodeId)
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
type Unseen = 'unread' | 'read'
type Attempt = { readonly begun: DerivableEpisode; readonly outstanding: Outstanding; readonly unseen: Unseen }

const derive = async <Result>(parts: DeriveDependencies, wish: Wish<Result>, attempt: Attempt) => {
  const { deriver, bank, streams } = parts
  const { begun, outstanding, unseen } = attempt
  const { signal } = deriver
  const model = modelFor(deriver, attempt)
  const failing = countingFailures(parts, attempt)
  const { revision: asOf } = await bank(streams.bank(wish.userId))
  const anew = unseen === 'read' && model !== undefined
  await failing('extract', () => readWindows(parts, { episode: begun, model, signal, outstanding, anew }))
  const episode = await parts.episode(wish.userId, wish.episodeId)
  if (episode === undefined || episode.derived !== null || isLeftToRead(episode)) throw new Outdated()
  const facts = await failing('embed', () => embedFacts(parts, factsFound(episode)))
  return decideFacts(parts, wish, { episode, facts, outstanding, asOf: unseen === 'read' ? undefined : asOf })
}

/** The model within what is left of the budget; undefined where it is not to be asked any more. */
const modelFor = (
  { model, maxTokensPerIngest }: DeriveDependencies['deriver'],
  { begun, outstanding }: Pick<Attempt, 'begun' | 'outstanding'>,
) => {
  if (model === undefined || begun.attempts >= MOST_FAILURES) return undefined
  const { calls, inputTokens, outputTokens } = sumOf([...begun.paid, ...outstanding.all()])
  const tokens = Math.max(0, maxTokensPerIngest - inputTokens - outputTokens)
  return withinBudget(model, tokenBudget(tokens, Math.max(0, MOST_CALLS - calls)))
}

/** Counts a failure of the model with the episode before it is thrown on. */
const countingFailures =
  (parts: ReadingDependencies, { begun, outstanding }: Pick<Attempt, 'begun' | 'outstanding'>) =>
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
