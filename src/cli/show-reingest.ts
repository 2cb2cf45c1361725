import type { ReingestEstimate, ReingestProgress, ReingestResult } from '../operations/reingest/report.js'
import { timeLeft } from './progress-line.js'
import { money } from './show-reembed.js'

/** How much is to be read, and the cost. */
export const estimateIn = ({ users, episodes, characters, tokens, cost }: ReingestEstimate): string => {
  if (episodes === 0) return 'Of no conversation are facts left to be derived.'
  const price = cost === null ? 'price unknown: set LLM_PRICE_INPUT and LLM_PRICE_OUTPUT' : `about ${money(cost)}`
  return `${count(episodes, 'conversation')} of ${count(users, 'user')} with ${characters} characters would be read, about ${tokens} tokens, ${price}.`
}

const count = (number: number, of: string): string => `${number} ${of}${number === 1 ? '' : 's'}`

export const progressIn = (progress: ReingestProgress): string => {
  const { done, total, failed, memoriesStored } = progress
  const faults = failed === 0 ? '' : `, ${failed} failed`
  return `Deriving facts: ${done} of ${total} conversations${faults}, ${memoriesStored} facts${timeLeft(progress)}`
}

/** The result in sentences, one a line. Episodes that failed are named by their ids. */
export const sentencesOf = ({ state, estimate, done, failed, seconds }: ReingestResult): readonly string[] => {
  if (state === 'planned') return [estimateIn(estimate), 'Nothing was changed.']
  if (estimate.episodes === 0) return [estimateIn(estimate)]
  const { episodes, memoriesStored, memoriesChanged, byRules, inputTokens, outputTokens, cost } = done
  const paid = `${inputTokens + outputTokens} tokens${cost === null ? '' : `, ${money(cost)}`}`
  return [
    `Read ${count(episodes, 'conversation')} in ${seconds.toFixed(1)} s: ${memoriesStored} facts stored, ${memoriesChanged} memories changed, ${paid}.`,
    ...(byRules === 0
      ? []
      : [
          `${byRules} of them went by rules: the model had failed on them too often, or LLM_MAX_TOKENS_PER_INGEST was too small.`,
        ]),
    ...failed.map(({ userId, episodeId, code }) => `Failed: episode ${episodeId} of ${userId} (${code})`),
    ...(failed.length === 0 ? [] : [`${count(failed.length, 'conversation')} failed; the next run tries them again.`]),
    ...(state === 'given_up'
      ? [
          'The language model failed too often in a row: check LLM_API_URL, LLM_API_KEY and LLM_MODEL, then run it again.',
        ]
      : []),
  ]
}
