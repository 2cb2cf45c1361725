import { AnswerUnusable } from '../../../providers/errors.js'
import { type LanguageModel, NO_USAGE, sumOf, type Usage } from '../../../providers/language-model.js'
import { judgingPrompt } from '../prompts/judging.js'
import {
  added,
  inputOf,
  type JudgingAnswer,
  type JudgingItem,
  judgingAnswer,
  labelled,
  type ModelVerdict,
  reviewOf,
  UNREADABLE,
  verdictsOn,
} from './verdicts.js'

export type Judging = {
  readonly signal: AbortSignal
  /** characters of one call; default 24,000 */
  readonly maxChars?: number
}
export type Judged = { readonly verdicts: readonly ModelVerdict[]; readonly usage: Usage }

const MAX_CHARS = 24_000
/** A verdict takes about forty tokens. */
const TOKENS_A_VERDICT = 80
const TOKENS_AROUND = 400

/**
 * One verdict of a model for each item, in their order. Facts without candidates are not asked about; all others in one
 * call, or in several where they are too long for one. A fact without a valid verdict is added. What a verdict may do
 * is not decided here: see `admissible`.
 * @throws ProviderUnavailable, ProviderRejected, AnswerUnusable; BudgetExceeded of a model within a budget; the reason of
 * the signal
 */
export const judgeByModel = async (
  model: LanguageModel,
  items: readonly JudgingItem[],
  about: Judging,
): Promise<Judged> => {
  const asked = items.filter(({ candidates }) => candidates.length > 0)
  const verdicts = new Map<JudgingItem, ModelVerdict>()
  let usage = NO_USAGE
  for (const batch of batchesOf(asked, about.maxChars ?? MAX_CHARS)) {
    const judged = await judgeBatch(model, batch, about)
    batch.forEach((item, i) => {
      verdicts.set(item, judged.verdicts[i] ?? added('not_judged'))
    })
    usage = sumOf([usage, judged.usage])
  }
  return { verdicts: items.map((item) => verdicts.get(item) ?? added('no_candidates')), usage }
}

const batchesOf = (items: readonly JudgingItem[], maxChars: number): readonly (readonly JudgingItem[])[] => {
  const batches: JudgingItem[][] = []
  let room = 0
  for (const item of items) {
    const size = inputOf(labelled([item])).length
    if (size > room || batches.length === 0) {
      batches.push([])
      room = maxChars
    }
    batches.at(-1)?.push(item)
    room -= size
  }
  return batches
}

const judgeBatch = async (model: LanguageModel, batch: readonly JudgingItem[], about: Judging): Promise<Judged> => {
  const items = labelled(batch)
  try {
    const { value, usage } = await model.complete<JudgingAnswer>({
      prompt: judgingPrompt,
      input: inputOf(items),
      schema: { name: 'verdicts', answer: judgingAnswer },
      review: (answer) => reviewOf(verdictsOn(items, answer)),
      maxOutputTokens: TOKENS_AROUND + TOKENS_A_VERDICT * batch.length,
      signal: about.signal,
    })
    // A list of things that are no verdicts is an answer that was not understood.
    if (value.verdicts.length > 0 && value.verdicts.every((verdict) => verdict === UNREADABLE))
      throw new AnswerUnusable('invalid', usage)
    return { verdicts: verdictsOn(items, value), usage }
  } catch (error) {
    const tooMuch = error instanceof AnswerUnusable && (error.fault === 'cut_off' || error.fault === 'too_long')
    if (!tooMuch || batch.length < 2) throw error
    const middle = Math.ceil(batch.length / 2)
    const first = await judgeBatch(model, batch.slice(0, middle), about)
    const second = await judgeBatch(model, batch.slice(middle), about)
    return {
      verdicts: [...first.verdicts, ...second.verdicts],
      usage: sumOf([error.usage, first.usage, second.usage]),
    }
  }
}
