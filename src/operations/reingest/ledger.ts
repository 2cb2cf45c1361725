import type { Derived } from '../../commands/deriving/decide-facts.js'
import { NO_USAGE, sumOf } from '../../providers/language-model.js'
import { costOf, type Prices } from '../../providers/token-budget.js'
import type { Done, Failed } from './report.js'

/** What came of the episodes so far. */
export type Ledger = {
  readonly ended: (derived: Derived) => void
  readonly failedOn: (failed: Failed, byModel: boolean) => void
  readonly done: () => Done
  readonly failed: () => readonly Failed[]
  /** Failures of the model since it last answered. */
  readonly failedInARow: () => number
}

/** Prices in US dollars for a million tokens; null: unknown. */
export const createLedger = (prices: Prices | null): Ledger => {
  const failed: Failed[] = []
  let inARow = 0
  let [episodes, memoriesStored, memoriesChanged, byRules] = [0, 0, 0, 0]
  let used = NO_USAGE
  return {
    ended: ({ counts, usage, none }) => {
      episodes += 1
      memoriesStored += counts.memoriesStored
      memoriesChanged += counts.memoriesUpdated + counts.memoriesDeleted
      byRules += none === 'by_rules' ? 1 : 0
      used = sumOf([used, ...usage])
      if (usage.length > 0) inARow = 0
    },
    failedOn: (failure, byModel) => {
      failed.push(failure)
      if (byModel) inARow += 1
    },
    done: () => {
      const { inputTokens, outputTokens } = used
      const cost = costOf(used, prices)
      return { episodes, memoriesStored, memoriesChanged, byRules, inputTokens, outputTokens, cost }
    },
    failed: () => failed,
    failedInARow: () => inARow,
  }
}
