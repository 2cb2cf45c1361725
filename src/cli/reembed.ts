import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { z } from 'zod'
import {
  type Question,
  type ReembedOptions,
  type ReembedProgress,
  ReembedRefused,
  type ReembedResult,
  ReembedUnderWay,
  type ReembedWatch,
  reembedOptions,
  reembedProgress,
  reembedResult,
} from '../operations/reembed/report.js'
import { ProviderRejected, ProviderUnavailable } from '../providers/errors.js'
import { withOwnStore } from './claim-directory.js'
import { EXIT } from './explain.js'
import { confirmed, operate, resultLines } from './operate.js'
import { type Act, command, number } from './options.js'
import type { App, Run } from './ports.js'
import { answerRequest, askServerOnce, heldByServer, type Server } from './server-request.js'
import { estimateIn, overlapOf, progressIn, sentencesOf } from './show-reembed.js'

/** A request to a server is one line of its socket, whose length is limited. */
const MOST = 2000
const MOST_CHARACTERS = 200_000

/**
 * Reads searches from a file, one a line: `user_id`, a tab and the query. If `user` is given, a line may be the query
 * alone. Throws ReembedRefused.
 */
export const readQuestions = (file: string, user: string | undefined): readonly Question[] => {
  const questions = linesOf(file).map((line, i) => questionOf(line, { user, at: `${file}, line ${i + 1}` }))
  const asked = questions.filter((question) => question !== undefined)
  if (asked.length === 0) throw new ReembedRefused(`${file} holds no query.`)
  if (asked.length > MOST) throw new ReembedRefused(`${file} holds ${asked.length} queries; ${MOST} is the most.`)
  const characters = asked.reduce((sum, { userId, query }) => sum + userId.length + query.length, 0)
  if (characters > MOST_CHARACTERS)
    throw new ReembedRefused(`${file} is too long: ${MOST_CHARACTERS} characters are the most.`)
  return asked
}

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    throw new ReembedRefused(`${file} cannot be read (${code}): give a file with a query a line.`)
  }
}

type Line = { readonly user: string | undefined; readonly at: string }

const questionOf = (line: string, { user, at }: Line): Question | undefined => {
  if (line.trim() === '') return undefined
  const [first = '', ...rest] = line.split('\t')
  const userId = rest.length > 0 ? first.trim() : user
  const query = (rest.length > 0 ? rest.join(' ') : first).trim()
  if (userId === undefined || userId === '')
    throw new ReembedRefused(`${at}: whose memories? Begin the line with a user_id and a tab, or pass --user.`)
  if (query === '' || query.includes('\0')) throw new ReembedRefused(`${at}: the query is empty or holds a NUL.`)
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

/**
 * Changes the store to the next embedding model, or back. If a server holds the embedded directory, the server does it;
 * otherwise this process opens the store itself, beside services that run on it.
 * @returns the exit code
 */
const reembed = async (run: Run, { yes, json, user, compare, ...wishes }: ReembedArguments): Promise<number> => {
  const options: ReembedOptions = {
    ...wishes,
    ...(compare === undefined ? {} : { compare: readQuestions(compare, user) }),
  }
  const left = 'What was embedded is kept; requests are answered as before.'
  return operate<ReembedProgress>(run, { left, words: progressIn, json }, async ({ report, signal, say }) => {
    const watch = { report, signal }
    const result = await withStore(run, async (store) => {
      if (options.dryRun || options.back || yes) return store(options, watch)
      const { estimate } = await store({ ...options, dryRun: true }, watch)
      const goesOn = estimate.texts === 0 || (await confirmed(estimateIn(estimate), { say, signal, refused }))
      return goesOn ? store(options, watch) : undefined
    })
    if (result === undefined) return { told: ['Nothing was changed.'], code: EXIT.failed }
    const overlap = result.compared === undefined ? {} : { overlap: overlapOf(result.compared) }
    return { told: resultLines({ ...result, ...overlap }, json, sentencesOf), code: EXIT.done }
  })
}

const refused = (why: string) => new ReembedRefused(why)

type Work = (options: ReembedOptions, watch: ReembedWatch) => Promise<ReembedResult>

/** Uses this process's own store, or that of the server that holds the directory. */
const withStore = async <T>(run: Run, work: (store: Work) => Promise<T>): Promise<T> => {
  const open = () => run.reembedStore(run.config, run.logger)
  try {
    return await withOwnStore(run.config, { about: 'palimpsest reembed', open, refused }, (store) =>
      work(store.reembed),
    )
  } catch (error) {
    const at = { directory: run.config.dataDir, held: heldByServer(error) }
    return work((options, watch) => askServerOnce(exchange, { ...at, request: { ask: 'reembed', ...options } }, watch))
  }
}

const exchange = {
  request: z.object({ ask: z.literal('reembed'), ...reembedOptions.shape }),
  progress: reembedProgress,
  answer: reembedResult,
  Busy: ReembedUnderWay,
}

/** The server's side. */
export const answerReembed = (reembed: App['reembed'], server: Server) =>
  answerRequest(
    exchange,
    {
      about: ({ compare, ...request }) => ({ ...request, queries: compare?.length }),
      run: async ({ ask, ...options }, watch: ReembedWatch, send) => send({ result: await reembed(options, watch) }),
      stopped: 'The server that embedded was stopped. What it embedded is kept; run it again to go on.',
      reasonOf: (error) => {
        const isForeseen = [ReembedRefused, ProviderUnavailable, ProviderRejected].some((kind) => error instanceof kind)
        if (!isForeseen) server.logger.error({ err: error }, 'the embedding of all memories failed')
        return error instanceof Error ? error.message : String(error)
      },
    },
    server,
  )
