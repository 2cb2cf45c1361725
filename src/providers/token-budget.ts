import { paidIn } from './errors.js'
import { type CompletionRequest, type LanguageModel, NO_USAGE, sumOf, type Usage } from './language-model.js'

/** An ingest has spent what it may: it goes on by rules. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  readonly usage: Usage
  constructor(usage: Usage) {
    super('the budget for language models is spent')
    this.usage = usage
  }
}

export type TokenBudget = ReturnType<typeof tokenBudget>

/** A loop that is cheap in tokens ends, too. */
export const MOST_CALLS = 200
const CHARACTERS_A_TOKEN = 4

/** A rough estimate for any model and language, too high for English and too low for Chinese. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_A_TOKEN)

/** The budget of one ingest: tokens, read and written, and calls. */
export const tokenBudget = (tokens: number, calls = MOST_CALLS) => {
  let spent = NO_USAGE
  let held = 0
  let underway = 0
  /**
   * Holds the expected tokens of one call until it is settled, so that calls at once cannot overrun the limit together.
   * @throws BudgetExceeded if the call does not fit
   */
  const reserve = (expected: number) => {
    const used = spent.inputTokens + spent.outputTokens + held
    if (used + expected > tokens || spent.calls + underway >= calls) throw new BudgetExceeded(spent)
    held += expected
    underway++
    let open = true
    const settle = (usage: Usage) => {
      if (!open) return
      open = false
      held -= expected
      underway--
      spent = sumOf([spent, usage])
    }
    return { settle }
  }
  return { reserve, spent: () => spent }
}

/** What a call is expected to read, and an eighth of what it may write: few answers are long. */
const expectedTokens = <Value>({ prompt, input, maxOutputTokens }: CompletionRequest<Value>): number =>
  estimatedTokens(prompt.system.length + input.length) + Math.ceil(maxOutputTokens / 8)

type Charge = (usage: Usage) => void

/** The model, each call of which is charged for what it took, also where it failed; `begin` may refuse it. */
const charged = ({ model, complete }: LanguageModel, begin: (expected: number) => Charge): LanguageModel => ({
  model,
  complete: async (request) => {
    const charge = begin(expectedTokens(request))
    try {
      const completion = await complete(request)
      charge(completion.usage)
      return completion
    } catch (error) {
      charge(paidIn(error))
      throw error
    }
  },
})

/**
 * The model within a budget. Calls that failed without an answer are not charged.
 * @throws BudgetExceeded (from `complete`) before a call that would not fit
 */
export const withinBudget = (model: LanguageModel, budget: TokenBudget): LanguageModel =>
  charged(model, (expected) => budget.reserve(expected).settle)

/** The model, and what its calls took so far, those that failed included. */
export const metered = (model: LanguageModel): { readonly model: LanguageModel; readonly paid: () => Usage } => {
  let paid = NO_USAGE
  const add: Charge = (usage) => {
    paid = sumOf([paid, usage])
  }
  return { model: charged(model, () => add), paid: () => paid }
}

/** US dollars for a million tokens. */
export type Prices = { readonly input: number; readonly output: number }

const MILLION = 1_000_000

/** US dollars, to a millionth; null where the prices are unknown. */
export const costOf = ({ inputTokens, outputTokens }: Usage, prices: Prices | null): number | null =>
  prices === null ? null : Math.round(inputTokens * prices.input + outputTokens * prices.output) / MILLION
