import type { Counts } from '../../domain/episode.js'
import { notBefore } from '../../domain/event.js'
import type { ExtractionOf, KnownVerdict } from '../../domain/extraction.js'
import type { IdempotentRequest } from '../../domain/idempotency.js'
import type { Memory } from '../../domain/memory/state.js'
import { type Quota, requireQuota } from '../../domain/quota.js'
import type { Scope } from '../../domain/scope.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { LanguageModel } from '../../providers/language-model.js'
import type { Prices } from '../../providers/token-budget.js'
import type { CompositesDependencies, MemoryDependencies } from '../delete-memories.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import { firstOrdinalAt } from '../ingest/plan.js'
import type { SecondaryModel } from '../secondary-model.js'
import type { Done, Known } from '../transact.js'
import { type CandidateDependencies, nearTo } from './candidates.js'
import type { DerivableEpisode } from './episode.js'
import type { Facts } from './facts.js'
import type { EpisodeJudged } from './judge-episode.js'
import { type FactsKnown, planFacts } from './plan-facts.js'
import { actorFor, type ReadingDependencies } from './read-windows.js'
import { usageOfStages } from './usage.js'
import { isReadAs } from './windows-left.js'

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

export type Wish<Result> = {
  readonly userId: string
  readonly episodeId: string
  /** The request that waits for it, whose answer is kept. */
  readonly idempotent?: IdempotentRequest | undefined
  readonly answer: (derived: Derived) => Result
}

/** Memories that were judged have changed since. */
export class VerdictsOutdated extends Error {
  readonly verdicts: readonly KnownVerdict[]
  constructor(verdicts: readonly KnownVerdict[]) {
    super('memories that were judged have changed')
    this.verdicts = verdicts
  }
}

type Ready = {
  readonly episode: DerivableEpisode
  readonly facts: Facts
  readonly judged: EpisodeJudged
  /** Verdicts on what has changed since are not asked for again: their facts are added. */
  readonly isLast: boolean
}

type FactsRead = FactsKnown & { readonly lastAt: string | null; readonly active: number }

/** Stores the facts, and what they do to memories, in one append. Throws VerdictsOutdated, Outdated, MemoryQuotaExceeded. */
export const decideFacts = <Result>(
  parts: DeriveDependencies,
  { userId, episodeId, idempotent, answer }: Wish<Result>,
  { episode, facts, judged, isLast }: Ready,
): Promise<Done<Result>> => {
  const { streams, newId, now, quota, transact, timeoutMs, deriver } = parts
  const about = { commandId: newId(), userId, actor: actorFor(episode.scope), episodeId }
  const at = now()
  const decide = ({ state: known }: Known<FactsRead>) => {
    if (known.episode.derived !== null || !isReadAs(known.episode, episode)) throw new Outdated()
    const by = { ...about, at: notBefore(known.lastAt, at) }
    const usage = usageOfStages(episode.windows, judged.usage, deriver)
    const { events, derived, outdated } = planFacts({ ...facts, ...judged, usage, by }, known)
    if (outdated.length > 0 && !isLast) throw new VerdictsOutdated(outdated)
    requireQuota(quota, known.active, derived.counts.memoriesStored)
    return { events, result: answer({ ...derived, ofTurns: episode.counts, episodeId }) }
  }
  const read = () => readKnown(parts, { episode, facts, verdicts: judged.verdicts })
  const stream = streams.bank(userId)
  return transact({ stream, read, decide, idempotent }, AbortSignal.timeout(timeoutMs))
}

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
  const { states, composites } = await readChanging(parts, scope, changing)
  const active = parts.quota.enforced ? await parts.active(scope.userId) : 0
  const firstOrdinal = firstOrdinalAt(revision)
  return {
    revision,
    state: {
      ...{ episode: now, near: state.near, lastAt: state.lastAt, states, composites, active, firstOrdinal },
      judged: new Map(judged.map((each) => [each.memoryId, each])),
    },
  }
}

/** Few: what an episode closes or rewords. */
const readChanging = async (
  parts: CompositesDependencies & MemoryDependencies,
  scope: Scope,
  changing: readonly { readonly id: string; readonly applied: string }[],
): Promise<Pick<FactsKnown, 'states' | 'composites'>> => {
  const states = new Map<string, Memory>()
  const composites: FactsKnown['composites'][number][] = []
  for (const { id, applied } of changing) {
    if (applied === 'update') states.set(id, await parts.memory(scope, id))
    for (const each of await parts.composites(scope, { ids: [id] })) composites.push({ ...each, of: id })
  }
  return { states, composites }
}
