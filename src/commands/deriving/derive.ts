import type { Counts } from '../../domain/episode.js'
import { EpisodeNotFound } from '../../domain/errors.js'
import { notBefore } from '../../domain/event.js'
import type { ExtractionOf } from '../../domain/extraction.js'
import type { IdempotentRequest } from '../../domain/idempotency.js'
import { type Quota, requireQuota } from '../../domain/quota.js'
import { EventStoreOverloaded } from '../../event-store/event-store.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { LanguageModel } from '../../providers/language-model.js'
import { type Prices, tokenBudget, withinBudget } from '../../providers/token-budget.js'
import type { CompositesDependencies, MemoryDependencies } from '../delete-memories.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import { PLACES } from '../ingest/plan.js'
import type { SecondaryModel } from '../secondary-model.js'
import type { Done, Known } from '../transact.js'
import { type CandidateDependencies, nearTo } from './candidates.js'
import type { DerivableEpisode, KnownVerdict } from './episode.js'
import { embedFacts, type Facts, factsFound } from './facts.js'
import { judgeEpisode } from './judge-episode.js'
import { type FactsKnown, planFacts } from './plan-facts.js'
import { actorFor, failureCode, type ReadingDependencies, readWindows, recordFailure } from './read-windows.js'
import { usageOfStages } from './usage.js'

/** The language model and what it may spend on an episode. */
export type Deriver = {
  /** Undefined: there is none, and what is left goes by rules. */
  readonly model: LanguageModel | undefined
  readonly maxTokensPerIngest: number
  readonly prices: Prices | null
  /** Settings that may change while the service runs; 0 to 1. */
  readonly thresholds: () => { readonly candidate: number; readonly conflict: number }
  /** Aborts when the service ends. */
  readonly signal: AbortSignal
}

export type DeriveDependencies = ReadingDependencies &
  CandidateDependencies &
  CompositesDependencies &
  MemoryDependencies & {
    readonly deriver: Deriver
    readonly provider: EmbeddingProvider
    readonly secondaryModels: readonly SecondaryModel[]
    readonly maxAppendBytes: number
    readonly quota: Quota
    readonly active: (userId: string) => Promise<number>
  }

/** What came of deriving facts of an episode, and the counts of the ingest of its turns. */
export type Derived = ExtractionOf<'FactsDerived'>['data'] & { readonly ofTurns: Counts; readonly episodeId: string }

type Wish<Result> = {
  readonly userId: string
  readonly episodeId: string
  /** The request that waits for it, whose answer is kept. */
  readonly idempotent?: IdempotentRequest | undefined
  readonly answer: (derived: Derived) => Result
}

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
  const decide = (judged: typeof first, isLast: boolean) => decideOn(parts, wish, { episode, facts, judged, isLast })
  try {
    return await decide(first, false)
  } catch (error) {
    if (!(error instanceof VerdictsOutdated)) throw error
    const judgeAgain = error.verdicts.map(({ memoryId }) => memoryId)
    const judged = { ...episode, verdicts: first.verdicts }
    const again = await failing('judge', () => judgeEpisode(parts, judged, { ...judging, judgeAgain }))
    return decide({ verdicts: again.verdicts, usage: [...first.usage, ...again.usage] }, true)
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

/** Memories that were judged have changed since. */
class VerdictsOutdated extends Error {
  readonly verdicts: readonly KnownVerdict[]
  constructor(verdicts: readonly KnownVerdict[]) {
    super('memories that were judged have changed')
    this.verdicts = verdicts
  }
}

type Ready = {
  readonly episode: DerivableEpisode
  readonly facts: Facts
  readonly judged: Awaited<ReturnType<typeof judgeEpisode>>
  /** Verdicts on what has changed since are not asked for again: their facts are added. */
  readonly isLast: boolean
}

type FactsRead = FactsKnown & { readonly lastAt: string | null; readonly active: number }

const decideOn = <Result>(
  parts: DeriveDependencies,
  { userId, episodeId, idempotent, answer }: Wish<Result>,
  { episode, facts, judged, isLast }: Ready,
): Promise<Done<Result>> => {
  const { streams, newId, now, quota, transact, timeoutMs, deriver } = parts
  const about = { commandId: newId(), userId, actor: actorFor(episode.scope), episodeId }
  const at = now()
  const decide = ({ state: known }: Known<FactsRead>) => {
    if (known.episode.derived !== null || !sameWindows(known.episode, episode)) throw new Outdated()
    const by = { ...about, at: notBefore(known.lastAt, at) }
    const usage = usageOfStages(episode.windows, judged.usage, deriver)
    const { events, derived, outdated } = planFacts({ ...facts, verdicts: judged.verdicts, usage, by }, known)
    if (outdated.length > 0 && !isLast) throw new VerdictsOutdated(outdated)
    requireQuota(quota, known.active, derived.counts.memoriesStored)
    return { events, result: answer({ ...derived, ofTurns: episode.counts, episodeId }) }
  }
  const read = () => readKnown(parts, { episode, facts, verdicts: judged.verdicts })
  const stream = streams.bank(userId)
  return transact({ stream, read, decide, idempotent }, AbortSignal.timeout(timeoutMs))
}

/** What was found is still there: nothing of it was erased. */
const sameWindows = (now: DerivableEpisode, then: DerivableEpisode): boolean =>
  now.windows.length === then.windows.length && now.windows.every((each, i) => each.window === then.windows[i]?.window)

const CLOSING: ReadonlySet<string> = new Set(['supersede', 'update', 'retract', 'late'])

type Judged = {
  readonly episode: DerivableEpisode
  readonly facts: Facts
  readonly verdicts: readonly KnownVerdict[]
}

const readKnown = async (
  parts: DeriveDependencies,
  { episode, facts, verdicts }: Judged,
): Promise<Known<FactsRead>> => {
  const { scope, episodeId } = episode
  const stream = parts.streams.bank(scope.userId)
  const { revision, state } = await nearTo(parts, { scope, stream, facts: facts.facts })
  const now = await parts.episode(scope.userId, episodeId)
  if (now === undefined) throw new Outdated()
  const ids = [...new Set(verdicts.flatMap(({ judged }) => judged.map(([id]) => id)))]
  const judged = await parts.candidates(scope, ids)
  const changing = verdicts.flatMap(({ applied, judged: [first] }) =>
    first && CLOSING.has(applied) ? [{ id: first[0], applied }] : [],
  )
  const states = new Map<string, Awaited<ReturnType<typeof parts.memory>>>()
  for (const { id, applied } of changing) if (applied === 'update') states.set(id, await parts.memory(scope, id))
  const composites: FactsRead['composites'][number][] = []
  for (const { id } of changing)
    for (const each of await parts.composites(scope, { ids: [id] })) composites.push({ ...each, of: id })
  const active = parts.quota.enforced ? await parts.active(scope.userId) : 0
  const firstOrdinal = revision === 'no-stream' ? 0 : (Number(revision) + 1) * PLACES
  return {
    revision,
    state: {
      ...{ episode: now, near: state.near, lastAt: state.lastAt, states, composites, active, firstOrdinal },
      judged: new Map(judged.map((each) => [each.memoryId, each])),
    },
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
