import { v5 } from 'uuid'
import type { ExtractionOf, Paid } from '../../domain/extraction.js'
import { NO_USAGE, sumOf, type Usage } from '../../providers/language-model.js'
import { costOf, type Prices } from '../../providers/token-budget.js'
import { extractionPrompt } from '../by-model/prompt.js'

const FACT_IDS = 'b0d6a0f4-7a3c-5d5e-8d0f-3f1b7c2e9a61'

/** The id of a fact, by its place. */
export const factIdOf = (episodeId: string, window: number, place: number): string =>
  v5(`${episodeId}:${window}:${place}`, FACT_IDS)

type StageUsage = ExtractionOf<'FactsDerived'>['data']['usage'][number]

/** Name and version of what a model is asked. */
export const promptAsked = `${extractionPrompt.name}-${extractionPrompt.version}`

/** What calls of a model took, as events tell it: in whole milliseconds. */
export const rounded = ({ calls, inputTokens, outputTokens, ms }: Usage): Usage => ({
  calls,
  inputTokens,
  outputTokens,
  ms: Math.round(ms),
})

/** What the calls took by stage, model and prompt, each once. */
export const byStage = (all: readonly Paid[]): Paid[] => {
  const groups = new Map<string, Paid>()
  for (const paid of all) {
    const key = `${paid.stage} ${paid.model} ${paid.prompt}`
    groups.set(key, { ...paid, ...sumOf([groups.get(key) ?? NO_USAGE, paid]) })
  }
  return [...groups.values()]
}

/** The same with its cost. */
export const usageOfStages = (all: readonly Paid[], prices: Prices | null): StageUsage[] =>
  byStage(all).map((paid) => ({ ...paid, cost: costOf(paid, prices) }))
