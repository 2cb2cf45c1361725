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
import type { MemoryDependencies } from '../delete-memories.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import { type FindTrust, type OpenedConflict, trustIn } from '../ingest/judging/clash.js'
import { earlierIn, type FindEarlierContradictions } from '../ingest/judging/earlier-contradictions.js'
import { firstOrdinalAt } from '../ingest/plan.js'
import { comparedIn } from '../ingest/read-bank.js'
import type { MadeOf } from '../ingest/relating/composite.js'
import type { SecondaryModel } from '../secondary-model.js'
import type { Done, Known } from '../transact.js'
import { type CandidateDependencies, candidatesFor, nearTo } from './candidates.js'
import type { DerivableEpisode } from './episode.js'
import type { Facts } from './facts.js'
import type { EpisodeJudged } from './judge-episode.js'
import { type FactsKnown, planFacts } from './plan-facts.js'
import { actorFor, type ReadingDependencies } from './read-windows.js'
import { readTurns, type TurnsDependencies } from './turns-by-rules.js'
import { targetOf } from './unseen.js'
import { type Outstanding, usageOfStages } from './usage.js'
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
  TurnsDependencies &
  MemoryDependencies & {
    /** The composites that are made of one of these memories, and of which. */
    readonly compositesOfParts: (userId: string, ids: readonly string[]) => Promise<readonly MadeOf[]>
    readonly deriver: Deriver
    readonly provider: EmbeddingProvider
    readonly secondaryModels: readonly SecondaryModel[]
    readonly maxAppendBytes: number
    readonly trust: FindTrust
    readonly earlierContradictions: FindEarlierContradictions
    readonly conflictExpiryMs: number
    readonly quota: Quota
    readonly active: (userId: string) => Promise<number>
  }

/** What came of deriving facts of an episode, and the counts of the ingest of its turns. */
export type Derived = ExtractionOf<'FactsDerived'>['data'] & {
  readonly ofTurns: Counts
  readonly episodeId: string
  /** Those that it has opened; unknown where it ended before. */
  readonly conflicts?: readonly OpenedConflict[]
}

export type Wish<Result> = {
  readonly userId: string
  readonly episodeId: string
  /** The request that waits for it, whose answer is kept. */
  readonly idempotent?: IdempotentRequest | undefined
  readonly answer: (derived: Derived) => Result
}

/** Memories that were judged have changed since, or others have come that are to be judged. */
export class VerdictsOutdated extends Error {
  /** The facts concerned. */
  readonly facts: readonly string[]
  constructor(facts: readonly string[]) {
    super('what facts were held against has changed')
    this.facts = facts
  }
}

type Ready = {
  readonly episode: DerivableEpisode
  readonly facts: Facts
  readonly judged: EpisodeJudged
  readonly outstanding: Outstanding
  /** From this cosine on a memory is like a fact. */
  readonly threshold: number
  /** What has changed since is not asked for again: the facts concerned are added. */
  readonly isLast: boolean
}

type FactsRead = FactsKnown & { readonly lastAt: string | null; readonly active: number }

/** Stores the facts, and what they do to memories, in one append. Throws VerdictsOutdated, Outdated, MemoryQuotaExceeded. */
export const decideFacts = <Result>(
  parts: DeriveDependencies,
  { userId, episodeId, idempotent, answer }: Wish<Result>,
  ready: Ready,
): Promise<Done<Result>> => {
  const { streams, newId, now, quota, transact, timeoutMs, deriver } = parts
  const { episode, facts, judged, outstanding, isLast } = ready
  const about = { commandId: newId(), userId, actor: actorFor(episode.scope), episodeId }
  const at = now()
  const decide = ({ state: known }: Known<FactsRead>) => {
    if (known.episode.derived !== null || !isReadAs(known.episode, episode)) throw new Outdated()
    const by = { ...about, at: notBefore(known.lastAt, at) }
    const usage = usageOfStages([...known.episode.paid, ...outstanding.all()], deriver.prices)
    const expiryMs = parts.conflictExpiryMs
    const { events, derived, outdated, conflicts } = planFacts({ ...facts, ...judged, usage, by, expiryMs }, known)
    if (outdated.length > 0 && !isLast) throw new VerdictsOutdated(outdated)
    requireQuota(quota, known.active, derived.counts.memoriesStored)
    return { events, result: answer({ ...derived, ofTurns: episode.counts, episodeId, conflicts }) }
  }
  const read = () => readKnown(parts, ready)
  const stream = streams.bank(userId)
  return transact({ stream, read, decide, idempotent }, AbortSignal.timeout(timeoutMs))
}

const readKnown = async (
  parts: DeriveDependencies,
  { episode, facts: { facts }, judged: { verdicts, asOf }, threshold }: Ready,
): Promise<Known<FactsRead>> => {
  const { scope, episodeId } = episode
  const { userId } = scope
  const { revision, state } = await nearTo(parts, { scope, stream: parts.streams.bank(userId), facts })
  const now = await parts.episode(userId, episodeId)
  if (now === undefined) throw new Outdated()
  const targets = verdicts.flatMap((verdict) => targetOf(verdict)?.[0] ?? [])
  const judged = await parts.candidates(scope, [...new Set(targets)])
  const isAsJudged = facts.length === 0 || revision === asOf
  const candidates = isAsJudged ? NONE : await candidatesFor(parts, { episode, facts, threshold }, state.near)
  const turns = await readTurns(parts, now)
  const alike = comparedIn([...state.near.values()].flat())
  const held = [...judged, ...[...candidates.values()].flat(), ...turns.near, ...alike]
  const changing = [...targets, ...turns.turns.map(({ memoryId }) => memoryId)]
  const [trust, earlier, states, composites, active] = await Promise.all([
    trustIn(parts, scope, held),
    earlierIn(parts, scope, { held, facts: [...facts, ...turns.turns] }),
    readReworded(parts, scope, verdicts),
    parts.compositesOfParts(userId, changing),
    parts.quota.enforced ? parts.active(userId) : 0,
  ])
  return {
    revision,
    state: {
      ...{ episode: now, near: state.near, candidates, turns, lastAt: state.lastAt },
      ...{ trust, earlier, states, composites, active },
      room: parts.quota.enforced ? parts.quota.max - active : Number.POSITIVE_INFINITY,
      judged: new Map(judged.map((each) => [each.memoryId, each])),
      firstOrdinal: firstOrdinalAt(revision),
    },
  }
}

const NONE: FactsKnown['candidates'] = new Map()

/** Few: what an episode rewords. */
const readReworded = async (
  parts: MemoryDependencies,
  scope: Scope,
  verdicts: readonly KnownVerdict[],
): Promise<FactsKnown['states']> => {
  const states = new Map<string, Memory>()
  for (const verdict of verdicts) {
    const [id] = verdict.applied === 'update' ? (targetOf(verdict) ?? []) : []
    if (id !== undefined) states.set(id, await parts.memory(scope, id))
  }
  return states
}
