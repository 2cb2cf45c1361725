import type { ExtractionOf, Paid } from '../../domain/extraction.js'
import { NO_USAGE, sumOf, type Usage } from '../../providers/language-model.js'
import { costOf, type Prices } from '../../providers/token-budget.js'
import { extractionPrompt } from '../by-model/extraction.js'

type StageUsage = ExtractionOf<'FactsDerived'>['data']['usage'][number]

/** Name and version of what a model is asked. */
export const promptAsked = `${extractionPrompt.name}-${extractionPrompt.version}`

/** What calls of a model took, as events tell it. */
export const paidFor = (model: string, { calls, inputTokens, outputTokens, ms }: Usage): Paid => ({
  stage: 'extract',
  model,
  prompt: promptAsked,
  calls,
  inputTokens,
  outputTokens,
  ms: Math.round(ms),
})

/** What was paid for an episode and stands in no event yet. */
export type Outstanding = {
  readonly add: (paid: Paid) => void
  readonly all: () => readonly Paid[]
  /** An event tells of these now. */
  readonly told: (paid: readonly Paid[]) => void
}

export const nothingOutstanding = (): Outstanding => {
  let outstanding: readonly Paid[] = []
  return {
    add: (paid) => {
      if (paid.calls > 0) outstanding = [...outstanding, paid]
    },
    all: () => outstanding,
    told: (paid) => {
      outstanding = outstanding.filter((each) => !paid.includes(each))
    },
  }
}

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
