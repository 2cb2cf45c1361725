import { BadSettings } from '../config/validation.js'
import {
  type ReingestEstimate,
  type ReingestOptions,
  type ReingestProgress,
  ReingestRefused,
  type ReingestResult,
  type ReingestWatch,
} from '../operations/reingest/report.js'
import { withOwnStore } from './claim-directory.js'
import { EXIT } from './explain.js'
import { canAsk, goOn } from './go-on.js'
import type { ReingestingStore, Run } from './ports.js'
import { progressLine, timeLeft } from './progress-line.js'
import { money } from './show-reembed.js'
import { stoppable } from './stop-requested.js'

/** How much is to be read, and the cost. */
const estimateIn = ({ users, episodes, characters, tokens, cost }: ReingestEstimate): string => {
  if (episodes === 0) return 'Of no conversation are facts left to be derived.'
  const price = cost === null ? 'price unknown: set LLM_PRICE_INPUT and LLM_PRICE_OUTPUT' : `about ${money(cost)}`
  return `${count(episodes, 'conversation')} of ${count(users, 'user')} with ${characters} characters would be read, about ${tokens} tokens, ${price}.`
}

const count = (number: number, of: string): string => `${number} ${of}${number === 1 ? '' : 's'}`

const progressIn = (progress: ReingestProgress): string => {
  const { done, total, failed, memoriesStored } = progress
  const faults = failed === 0 ? '' : `, ${failed} failed`
  return `Deriving facts: ${done} of ${total} conversations${faults}, ${memoriesStored} facts${timeLeft(progress)}`
}

/** The result in sentences, one a line. Episodes that failed are named by their ids. */
const sentencesOf = ({ state, estimate, done, failed, seconds }: ReingestResult): readonly string[] => {
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

export type ReingestArguments = ReingestOptions & {
  /** Skips the question before it begins. */
  readonly yes: boolean
  readonly json: boolean
}

/**
 * Derives facts by the language model of conversations that were taken in without one. This process opens the store
 * itself; the embedded directory must be free, on Postgres services may run beside it.
 * @returns the exit code: 1 when an episode failed
 */
export const reingest = async (run: Run, { yes, json, ...options }: ReingestArguments): Promise<number> => {
  if (run.config.llm.provider === 'none')
    throw new BadSettings([
      'LLM_PROVIDER must be openai to derive facts, with LLM_MODEL, and LLM_API_KEY or the address of another server in LLM_API_URL.',
    ])
  const stopping = stoppable(run.logger, 'What was derived is kept; the next run goes on from there.')
  const line = progressLine()
  const report: ReingestWatch['report'] = json
    ? (progress) => run.say(JSON.stringify(progress))
    : (progress) => line.show(progress, progressIn(progress))
  const watch = { report, signal: stopping.signal }
  try {
    const result = await withStore(run, async ({ reingest: work }) => {
      if (options.dryRun || yes) return work(options, watch)
      const plan = await work({ ...options, dryRun: true }, watch)
      return (await confirmed(plan, run, stopping.signal)) ? work(options, watch) : undefined
    })
    line.clear()
    if (result === undefined) run.say('Nothing was changed.')
    else for (const told of json ? [JSON.stringify({ result })] : sentencesOf(result)) run.say(told)
    return result === undefined || result.failed.length > 0 ? EXIT.failed : EXIT.done
  } catch (error) {
    line.clear()
    return stopping.exitCodeOf(error)
  }
}

/** Asks for confirmation on a terminal, unless there is nothing to do. Without a terminal `--yes` is required. */
const confirmed = async ({ estimate }: ReingestResult, run: Run, signal: AbortSignal): Promise<boolean> => {
  if (estimate.episodes === 0) return true
  if (!canAsk()) throw new ReingestRefused(`${estimateIn(estimate)} Pass --yes to do it.`)
  run.say(estimateIn(estimate))
  return goOn(signal)
}

const withStore = <T>(run: Run, work: (store: ReingestingStore) => Promise<T>): Promise<T> => {
  const opening = {
    about: 'palimpsest reingest',
    open: () => run.reingestStore(run.config, run.logger),
    refused: (why: string) => new ReingestRefused(why),
  }
  return withOwnStore(run.config, opening, work)
}
