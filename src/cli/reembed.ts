import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { OperationRefused, type Watch } from '../concurrency/operation.js'
import { modelName } from '../domain/embedding.js'
import type { Compared, Estimate, Question, ReembedOptions, ReembedResult } from '../operations/reembed/report.js'
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
export const sentencesOf = (result: ReembedResult): readonly string[] => {
  const { from, to, estimate, embedded, seconds, state, compared } = result
  if (state === 'planned')
    return [
      estimateIn(estimate),
      `Then requests would be answered by ${modelName(to)} instead of ${modelName(from)}. Nothing was changed.`,
    ]
  const done = embedded === 0 ? [] : [`Embedded ${embedded} texts in ${seconds.toFixed(1)} s.`]
  if (compared) return [...done, ...compared.flatMap(differences), summaryOf(result, compared)]
  if (state === 'unchanged') return [...done, `Requests are answered by ${modelName(to)} already.`]
  return [
    ...done,
    `Requests are answered by ${modelName(to)} now; \`palimpsest reembed --back\` returns to ${modelName(from)}.`,
  ]
}

const differences = ({ userId, query, same, of, entered, left }: Compared): readonly string[] => [
  `${userId}: ${query}`,
  `  ${same} of ${of} are the same`,
  ...left.map(({ rank, id, content }) => `  - ${rank}. ${id} ${cut(content)}`),
  ...entered.map(({ rank, id, content }) => `  + ${rank}. ${id} ${cut(content)}`),
]

const SHOWN = 70
const cut = (content: string): string => {
  const line = content.replace(/\s+/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}

const summaryOf = ({ from, to }: ReembedResult, compared: readonly Compared[]): string => {
  const shares = overlapOf(compared)
  return `${compared.length} queries, mean overlap of the first ten ${(100 * shares).toFixed(1)} % (${modelName(from)} against ${modelName(to)}). Nothing was switched.`
}

/** Mean share of the first ten results that both models have in common, 0 to 1; two empty answers count as 1. */
export const overlapOf = (compared: readonly Compared[]): number =>
  compared.reduce((sum, { same, of }) => sum + (of === 0 ? 1 : same / of), 0) / Math.max(1, compared.length)

/** A request to a server is one line of its socket, whose length is limited. */
const MOST = 2000
const MOST_CHARACTERS = 200_000

/** Reads searches, one a line: `user_id`, tab, query; with `user` the query may be alone. Throws OperationRefused. */
export const readQuestions = (file: string, user: string | undefined): readonly Question[] => {
  const questions = linesOf(file).map((line, i) => questionOf(line, { user, at: `${file}, line ${i + 1}` }))
  const asked = questions.filter((question) => question !== undefined)
  if (asked.length === 0) throw new OperationRefused(`${file} holds no query.`)
  if (asked.length > MOST) throw new OperationRefused(`${file} holds ${asked.length} queries; ${MOST} is the most.`)
  const characters = asked.reduce((sum, { userId, query }) => sum + userId.length + query.length, 0)
  if (characters > MOST_CHARACTERS)
    throw new OperationRefused(`${file} is too long: ${MOST_CHARACTERS} characters are the most.`)
  return asked
}

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    throw new OperationRefused(`${file} cannot be read (${code}): give a file with a query a line.`)
  }
}

type Line = { readonly user: string | undefined; readonly at: string }

const questionOf = (line: string, { user, at }: Line): Question | undefined => {
  if (line.trim() === '') return undefined
  const [first = '', ...rest] = line.split('\t')
  const userId = rest.length > 0 ? first.trim() : user
  const query = (rest.length > 0 ? rest.join(' ') : first).trim()
  if (userId === undefined || userId === '')
    throw new OperationRefused(`${at}: whose memories? Begin the line with a user_id and a tab, or pass --user.`)
  if (query === '' || query.includes('\0')) throw new OperationRefused(`${at}: the query is empty or holds a NUL.`)
  return { userId, query }
}

/** Adds `palimpsest reembed`. */
export const addReembed = (program: Command, act: Act): void => {
  command(program, 'reembed')
    .description(
      'Change the store to the embedding model in NEXT_EMBEDDING_*: embed every memory with it, then let it answer. Requests are answered meanwhile; a running server moves over by itself. Broken off, it goes on where it was.',
    )
    .option('--compare <file>', 'switch nothing: print where the first ten of these queries differ, one a line')
    .option('--user <id>', 'whose memories the queries are about, where a line does not begin with a user_id and a tab')
    .option('--back', 'return at once to the model that answered before', false)
    .option('--rate <number>', 'texts a minute at most', number('a number of texts above 0', 0.000_001))
    .option('--price <dollars>', 'of a million tokens, for the estimate', number('dollars, 0 or more', 0))
    .option('--dry-run', 'change nothing: say how much would be embedded and what it costs', false)
    .option('--yes', 'do not ask before embedding', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given) => act(given, reembed))
}

type ReembedArguments = Omit<ReembedOptions, 'compare'> & {
  /** The path of a file of queries. */
  readonly compare?: string
  readonly user?: string
  /** Skips the question before embedding. */
  readonly yes: boolean
  readonly json: boolean
}

/** Changes to the next model or back, in the server that holds the directory, if any. @returns the exit code */
const reembed = async (run: Run, { yes, json, user, compare, ...wishes }: ReembedArguments): Promise<number> => {
  const options: ReembedOptions = {
    ...wishes,
    ...(compare === undefined ? {} : { compare: readQuestions(compare, user) }),
  }
  const left = 'What was embedded is kept; requests are answered as before.'
  return operate(run, { left, json }, async ({ say, ...watch }) => {
    const change = (wish: ReembedOptions) => doOnceSomewhere(run, { ask: 'reembed', request: wish, here }, watch)
    const here = (wish: ReembedOptions) => reembedHere(run, wish, watch)
    if (!(options.dryRun || options.back || yes)) {
      const { estimate } = await change({ ...options, dryRun: true })
      if (estimate.texts > 0 && !(await confirmed(estimateIn(estimate), { ...watch, say }))) return EXIT.failed
    }
    const result = await change(options)
    const overlap = result.compared === undefined ? {} : { overlap: overlapOf(result.compared) }
    await say(...resultLines({ ...result, ...overlap }, json, sentencesOf))
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
