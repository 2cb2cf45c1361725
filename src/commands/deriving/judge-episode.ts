import type { KnownVerdict } from '../../domain/extraction.js'
import type { LanguageModel, Usage } from '../../providers/language-model.js'
import { BudgetExceeded } from '../../providers/token-budget.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import { type CandidateDependencies, candidatesFor, nearTo } from './candidates.js'
import type { DerivableEpisode } from './episode.js'
import type { Facts } from './facts.js'
import { judgeFacts } from './judge-facts.js'
import { type ReadingDependencies, recordFinding } from './read-windows.js'
import { isReadAs } from './windows-left.js'

type Judging = {
  readonly facts: Facts
  /** Undefined: nothing is judged, all facts are added. */
  readonly model: LanguageModel | undefined
  readonly thresholds: { readonly candidate: number; readonly conflict: number }
  /** Facts whose verdicts no longer hold. */
  readonly judgeAgain: readonly string[]
  readonly signal: AbortSignal
}

/** The verdicts on the facts of an episode, and what was paid for them now. */
export type EpisodeJudged = {
  readonly verdicts: readonly KnownVerdict[]
  readonly usage: readonly Usage[]
  /** Whether facts were left without a verdict: there is no model, or its budget is spent. */
  readonly unjudged: boolean
}

/**
 * Holds the facts of an episode against what is known. Verdicts that were given before are not asked for again; new ones
 * are recorded before anything is decided on them. Where the budget is spent, the facts are added.
 */
export const judgeEpisode = async (
  parts: ReadingDependencies & CandidateDependencies,
  episode: DerivableEpisode,
  { facts: { facts }, model, thresholds, judgeAgain, signal }: Judging,
): Promise<EpisodeJudged> => {
  const kept = episode.verdicts.filter(({ memoryId }) => !judgeAgain.includes(memoryId))
  const known = new Set(kept.map(({ memoryId }) => memoryId))
  const open = facts.filter(({ memoryId }) => !known.has(memoryId))
  if (open.length === 0 || model === undefined) return { verdicts: kept, usage: [], unjudged: open.length > 0 }
  const { scope } = episode
  const { state } = await nearTo(parts, { scope, stream: parts.streams.bank(scope.userId), facts })
  const candidates = await candidatesFor(parts, { episode, facts, threshold: thresholds.candidate }, state.near)
  try {
    const { verdicts, usage } = await judgeFacts(open, candidates, { model, threshold: thresholds.conflict, signal })
    if (verdicts.length > 0) await record(parts, episode, verdicts)
    return { verdicts: [...kept, ...verdicts], usage: [usage], unjudged: false }
  } catch (error) {
    if (error instanceof BudgetExceeded) return { verdicts: kept, usage: [], unjudged: true }
    throw error
  }
}

/** Nothing is recorded of facts that are gone meanwhile: others may come to stand in their places. */
const record = (parts: ReadingDependencies, episode: DerivableEpisode, verdicts: readonly KnownVerdict[]) =>
  recordFinding(parts, episode, (now) => {
    if (now === undefined || now.derived !== null || !isReadAs(now, episode)) throw new Outdated()
    return { type: 'FactsJudged', data: { by: 'model', verdicts: [...verdicts] } }
  })
