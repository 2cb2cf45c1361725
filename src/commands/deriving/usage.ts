import type { ExtractionOf, KnownWindow } from '../../domain/extraction.js'
import { sumOf, type Usage } from '../../providers/language-model.js'
import { costOf, type Prices } from '../../providers/token-budget.js'
import { judgingPrompt } from '../ingest/prompts/judging.js'

type StageUsage = ExtractionOf<'FactsDerived'>['data']['usage'][number]

type Paid = { readonly model: { readonly model: string } | undefined; readonly prices: Prices | null }

/** What the stages took: extraction over all attempts, by model and prompt; judging in this attempt. */
export const usageOfStages = (
  windows: readonly KnownWindow[],
  judging: readonly Usage[],
  { model, prices }: Paid,
): StageUsage[] => {
  const byPrompt = new Map<string, { readonly by: NonNullable<KnownWindow['by']>; readonly usages: Usage[] }>()
  for (const { by, usage } of windows) {
    if (by === null) continue
    const key = `${by.model} ${by.prompt}`
    const before = byPrompt.get(key)
    if (before) before.usages.push(usage)
    else byPrompt.set(key, { by, usages: [usage] })
  }
  const extraction = [...byPrompt.values()].map(({ by, usages }) =>
    stageUsage({ stage: 'extract', ...by }, { usages, prices }),
  )
  const judged = sumOf(judging)
  const prompt = `${judgingPrompt.name}-${judgingPrompt.version}`
  return model === undefined || judged.calls === 0
    ? extraction
    : [...extraction, stageUsage({ stage: 'judge', model: model.model, prompt }, { usages: [judged], prices })]
}

const stageUsage = (
  of: Pick<StageUsage, 'stage' | 'model' | 'prompt'>,
  { usages, prices }: { readonly usages: readonly Usage[]; readonly prices: Prices | null },
): StageUsage => {
  const usage = sumOf(usages)
  return { ...of, ...usage, ms: Math.round(usage.ms), cost: costOf(usage, prices) }
}
