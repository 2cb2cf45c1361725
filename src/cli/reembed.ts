import type { Command } from 'commander'
import type { Watch } from '../concurrency/operation.js'
import { modelName } from '../domain/embedding.js'
import type { Estimate, ReembedOptions, ReembedResult } from '../operations/reembed/report.js'
import { withOpen, withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import { confirmed, operate, resultLines } from './operate.js'
import { type Act, command, number } from './options.js'
import type { Run } from './ports.js'
import { doOnceSomewhere } from './server-request.js'

/** How many texts are to be embedded, and the cost. */
export const estimateIn = ({ texts, tokens, cost }: Estimate): string => {
  if (texts === 0) return 'Nothing has to be embedded.'
  const price = cost === null ? 'price unknown: pass --price' : `about ${money(cost)}`
  return `${texts} texts have to be embedded, about ${tokens} tokens, ${price}.`
}

/** In cents, or in two significant digits below one dollar. */
export const money = (dollars: number): string =>
  `$${dollars >= 1 ? dollars.toFixed(2) : Number(dollars.toPrecision(2))}`

/** The result in sentences, one a line. */
const sentencesOf = (result: ReembedResult): readonly string[] => {
  const { from, to, estimate, embedded, seconds, state } = result
  if (state === 'planned')
    return [
      estimateIn(estimate),
      `Then requests would be answered by ${modelName(to)} instead of ${modelName(from)}. Nothing was changed.`,
    ]
  const done = embedded === 0 ? [] : [`Embedded ${embedded} texts in ${seconds.toFixed(1)} s.`]
  if (state === 'unchanged') return [...done, `Requests are answered by ${modelName(to)} already.`]
  return [
    ...done,
    `Requests are answered by ${modelName(to)} now; \`palimpsest reembed --back\` returns to ${modelName(from)}.`,
  ]
}

/** Adds `palimpsest reembed`. */
export const addReembed = (program: Command, act: Act): void => {
  command(program, 'reembed')
    .description(
      'Change the store to the embedding model in NEXT_EMBEDDING_*: embed every memory with it, then let it answer. Requests are answered meanwhile; a running server moves over by itself. Broken off, it goes on where it was.',
    )
    .option('--back', 'return at once to the model that answered before', false)
    .option('--rate <number>', 'texts a minute at most', number('a number of texts above 0', 0.000_001))
    .option('--price <dollars>', 'of a million tokens, for the estimate', number('dollars, 0 or more', 0))
    .option('--dry-run', 'change nothing: say how much would be embedded and what it costs', false)
    .option('--yes', 'do not ask before embedding', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given) => act(given, reembed))
}

type ReembedArguments = ReembedOptions & {
  /** Skips the question before embedding. */
  readonly yes: boolean
  readonly json: boolean
}

/** Changes to the next model or back, in the server that holds the directory, if any. @returns the exit code */
const reembed = async (run: Run, { yes, json, ...options }: ReembedArguments): Promise<number> => {
  const left = 'What was embedded is kept; requests are answered as before.'
  return operate(run, { left, json }, async ({ say, ...watch }) => {
    const change = (wish: ReembedOptions) => doOnceSomewhere(run, { ask: 'reembed', request: wish, here }, watch)
    const here = (wish: ReembedOptions) => reembedHere(run, wish, watch)
    if (!(options.dryRun || options.back || yes)) {
      const { estimate } = await change({ ...options, dryRun: true })
      if (estimate.texts > 0 && !(await confirmed(estimateIn(estimate), { ...watch, say }))) return EXIT.failed
    }
    await say(...resultLines(await change(options), json, sentencesOf))
    return EXIT.done
  })
}

const reembedHere = (run: Run, options: ReembedOptions, watch: Watch): Promise<ReembedResult> =>
  withOwnDirectory(run.config, 'palimpsest reembed', () =>
    withOpen(
      () => run.reembedStore(run.config, run.logger),
      (store) => store.reembed(options, watch),
    ),
  )
