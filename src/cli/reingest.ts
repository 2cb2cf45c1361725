import { type Command, Option } from 'commander'
import { BadSettings } from '../config/validation.js'
import type { ReingestEstimate, ReingestOptions, ReingestResult } from '../operations/reingest/report.js'
import { withOpen, withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import { confirmed, type Operating, operate, resultLines, UNCHANGED } from './operate.js'
import { type Act, aName, command, number } from './options.js'
import type { Run } from './ports.js'
import { money } from './reembed.js'

const estimateIn = ({ users, episodes, characters, tokens, cost }: ReingestEstimate): string => {
  if (episodes === 0) return 'Of no conversation are facts left to be derived.'
  const price = cost === null ? 'price unknown: set LLM_PRICE_INPUT and LLM_PRICE_OUTPUT' : `about ${money(cost)}`
  return `${count(episodes, 'conversation')} of ${count(users, 'user')} with ${characters} characters would be read, about ${tokens} tokens, ${price}.`
}

const count = (number: number, of: string): string => `${number} ${of}${number === 1 ? '' : 's'}`

/** The result in sentences, one a line. Episodes that failed are named by their ids. */
const sentencesOf = ({ state, estimate, done, failed, seconds }: ReingestResult): readonly string[] => {
  if (state === 'planned') return [estimateIn(estimate), UNCHANGED]
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

/** Adds `palimpsest reingest`. */
export const addReingest = (program: Command, act: Act): void => {
  command(program, 'reingest')
    .description(
      'Derive facts by the language model in LLM_* of conversations that were taken in without one. Only what is still there as it was said is read: nothing deleted or corrected comes back. Run again, it goes on where it was broken off, and pays for nothing twice. A server on the same data directory must be stopped; on Postgres services may run.',
    )
    .addOption(new Option('--user <id>', 'of the conversations of this user').conflicts('all').argParser(aName))
    .option('--all', 'of those of all users', false)
    .option('--rate <number>', 'conversations a minute at most', number('a number of conversations above 0', 0.000_001))
    .option('--dry-run', 'change nothing: say how much would be read and what it costs', false)
    .option('--yes', 'do not ask before it begins', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action(({ all, ...given }, self) => {
      if (given.user === undefined && all !== true) self.error("error: say whose: '--user <id>', or '--all'")
      return act(given, reingest)
    })
}

type ReingestArguments = ReingestOptions & {
  /** Skips the question before it begins. */
  readonly yes: boolean
  readonly json: boolean
}

/** Derives facts of episodes ingested without a model; needs a free embedded directory. @returns 1 where one failed */
const reingest = async (run: Run, { yes, json, ...options }: ReingestArguments): Promise<number> => {
  if (run.config.llm.provider === 'none')
    throw new BadSettings([
      'LLM_PROVIDER must be openai to derive facts, with LLM_MODEL, and LLM_API_KEY or the address of another server in LLM_API_URL.',
    ])
  const left = 'What was derived is kept; the next run goes on from there.'
  const open = () => run.reingestStore(run.config, run.logger)
  const work = ({ say, ...watch }: Operating) =>
    withOpen(open, async (store) => {
      if (!(options.dryRun || yes)) {
        const { estimate } = await store.reingest({ ...options, dryRun: true }, watch)
        if (estimate.episodes > 0 && !(await confirmed(estimateIn(estimate), { ...watch, say }))) return EXIT.failed
      }
      const result = await store.reingest(options, watch)
      await say(...resultLines(result, json, sentencesOf))
      return result.failed.length > 0 ? EXIT.failed : EXIT.done
    })
  return operate(run, { left, json }, (operating) =>
    withOwnDirectory(run.config, 'palimpsest reingest', () => work(operating)),
  )
}
