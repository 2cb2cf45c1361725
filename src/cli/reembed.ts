import { readFileSync } from 'node:fs'
import {
  type Question,
  type ReembedOptions,
  ReembedRefused,
  type ReembedResult,
  type ReembedWatch,
} from '../operations/reembed/report.js'
import { DirectoryHeld } from '../postgres/directory-lock.js'
import { askForReembed } from './ask-for-reembed.js'
import { withOwnStore } from './claim-directory.js'
import { EXIT } from './explain.js'
import { canAsk, goOn } from './go-on.js'
import type { Run } from './ports.js'
import { progressLine } from './progress-line.js'
import { estimateIn, overlapOf, progressIn, sentencesOf } from './show-reembed.js'
import { stoppable } from './stop-requested.js'

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

/** Asks for confirmation on a terminal, unless nothing has to be embedded. Without a terminal `--yes` is required. */
const confirmed = async ({ estimate }: ReembedResult, run: Run, signal: AbortSignal): Promise<boolean> => {
  if (estimate.texts === 0) return true
  if (!canAsk()) throw new ReembedRefused(`${estimateIn(estimate)} Pass --yes to do it.`)
  run.say(estimateIn(estimate))
  return goOn(signal)
}

export type ReembedArguments = Omit<ReembedOptions, 'compare'> & {
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
export const reembed = async (run: Run, { yes, json, user, compare, ...wishes }: ReembedArguments): Promise<number> => {
  const options: ReembedOptions = {
    ...wishes,
    ...(compare === undefined ? {} : { compare: readQuestions(compare, user) }),
  }
  const stopping = stoppable(run.logger, 'What was embedded is kept; requests are answered as before.')
  const line = progressLine()
  const watch = { report: json ? tellJson(run) : tellWords(line), signal: stopping.signal }
  try {
    const result = await withStore(run, async (store) => {
      if (options.dryRun || options.back || yes) return store(options, watch)
      const plan = await store({ ...options, dryRun: true }, watch)
      line.clear()
      return (await confirmed(plan, run, stopping.signal)) ? store(options, watch) : undefined
    })
    line.clear()
    if (result === undefined) run.say('Nothing was changed.')
    else show(run, result, json)
    return result === undefined ? EXIT.failed : EXIT.done
  } catch (error) {
    line.clear()
    return stopping.exitCodeOf(error)
  }
}

const tellJson = (run: Run): ReembedWatch['report'] => {
  return (progress) => run.say(JSON.stringify(progress))
}

const tellWords =
  (line: ReturnType<typeof progressLine>): ReembedWatch['report'] =>
  (progress) =>
    line.show({ ...progress, total: progress.total === 0 ? undefined : progress.total }, progressIn(progress))

const show = (run: Run, result: ReembedResult, json: boolean): void => {
  const overlap = result.compared === undefined ? {} : { overlap: overlapOf(result.compared) }
  for (const line of json ? [JSON.stringify({ result: { ...result, ...overlap } })] : sentencesOf(result)) run.say(line)
}

type Work = (options: ReembedOptions, watch: ReembedWatch) => Promise<ReembedResult>
type Using = <T>(run: Run, work: (store: Work) => Promise<T>) => Promise<T>

/** Uses this process's own store, or that of the server that holds the directory. */
const withStore: Using = async (run, work) => {
  const opening = {
    about: 'palimpsest reembed',
    open: () => run.reembedStore(run.config, run.logger),
    refused: (why: string) => new ReembedRefused(why),
  }
  try {
    return await withOwnStore(run.config, opening, (store) => work(store.reembed))
  } catch (error) {
    if (!(error instanceof DirectoryHeld) || error.holder === undefined) throw error
    const { dataDir } = run.config
    return work((options, watch) => askForReembed(dataDir, { options, held: error }, watch))
  }
}
