import type { KnownVerdict, Paid } from '../../domain/extraction.js'
import type { Revision } from '../../event-store/event-store.js'
import type { LanguageModel } from '../../providers/language-model.js'
import { BudgetExceeded, metered } from '../../providers/token-budget.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import { type CandidateDependencies, candidatesFor, nearTo } from './candidates.js'
import type { DerivableEpisode } from './episode.js'
import type { Facts } from './facts.js'
import { judgeFacts } from './judge-facts.js'
import { type ReadingDependencies, recordFinding } from './read-windows.js'
import { type Outstanding, paidAt } from './usage.js'
import { isReadAs } from './windows-left.js'

type Judging = {
  readonly facts: Facts
  /** Undefined: nothing is judged, all facts are added. */
  readonly model: LanguageModel | undefined
  readonly thresholds: { readonly candidate: number; readonly conflict: number }
  /** Facts whose verdicts no longer hold. */
  readonly judgeAgain: readonly string[]
  readonly signal: AbortSignal
  readonly outstanding: Outstanding
}

/** The verdicts on the facts of an episode. */
export type EpisodeJudged = {
  readonly verdicts: readonly KnownVerdict[]
  /** Whether facts were left without a verdict: there is no model, or its budget is spent. */
  readonly unjudged: boolean
  /** While the bank is at this revision, nothing is there that they were not held against; undefined: that is not known. */
  readonly asOf: Revision | undefined
}

/**
 * Holds the facts of an episode against what is known. Verdicts that were given before are not asked for again; new ones
 * are recorded before anything is decided on them. Where the budget is spent, the facts are added.
 */
export const judgeEpisode = async (
  parts: ReadingDependencies & CandidateDependencies,
  episode: DerivableEpisode,
  { facts: { facts }, model, thresholds, judgeAgain, signal, outstanding }: Judging,
): Promise<EpisodeJudged> => {
  const kept = episode.verdicts.filter(({ memoryId }) => !judgeAgain.includes(memoryId))
  const known = new Set(kept.map(({ memoryId }) => memoryId))
  const open = facts.filter(({ memoryId }) => !known.has(memoryId))
  const asBefore = { verdicts: episode.verdicts, asOf: undefined }
  if (open.length === 0 || model === undefined) return { ...asBefore, unjudged: open.length > 0 }
  const { scope } = episode
  const { revision, state } = await nearTo(parts, { scope, stream: parts.streams.bank(scope.userId), facts })
  const candidates = await candidatesFor(parts, { episode, facts, threshold: thresholds.candidate }, state.near)
  const meter = metered(model)
  const asked = { model: meter.model, threshold: thresholds.conflict, signal }
  const paid = () => paidAt('judge', model.model, meter.paid())
  let isTold = false
  try {
    const verdicts = await judgeFacts(open, candidates, asked)
    isTold = verdicts.length > 0 && (await record(parts, episode, { verdicts, paid: paid() }))
    const asOf = kept.length > 0 ? undefined : after(revision, isTold ? 1n : 0n)
    return { verdicts: [...kept, ...verdicts], unjudged: false, asOf }
  } catch (error) {
    if (error instanceof BudgetExceeded) return { ...asBefore, unjudged: true }
    throw error
  } finally {
    if (!isTold) outstanding.add(paid())
  }
}

const after = (revision: Revision, events: bigint): Revision =>
  events === 0n ? revision : (revision === 'no-stream' ? -1n : revision) + events

/** Nothing is recorded of facts that are gone meanwhile: others may come to stand in their places. */
const record = (
  parts: ReadingDependencies,
  episode: DerivableEpisode,
  { verdicts, paid }: { readonly verdicts: readonly KnownVerdict[]; readonly paid: Paid },
) =>
  recordFinding(parts, episode, (now) => {
    if (now === undefined || now.derived !== null || !isReadAs(now, episode)) throw new Outdated()
    return { type: 'FactsJudged', data: { by: 'model', verdicts: [...verdicts], paid: [paid] } }
  })
