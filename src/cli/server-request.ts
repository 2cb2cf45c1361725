import { OperationRefused, OperationUnderWay, type Progress, type Watch } from '../concurrency/operation.js'
import { version } from '../config/package-info.js'
import type { Logger } from '../logger.js'
import { askLockHolder, DirectoryHeld } from '../postgres/directory-lock.js'
import type { Control } from '../postgres/lock-socket.js'
import { explain } from './explain.js'
import { seldom } from './operate.js'
import type { App, Run } from './ports.js'

/*
 * What a command asks of the server that has the embedded directory, and what the server answers. Each message is one
 * line of JSON, between processes of one version of the program:
 *
 *     command ─▶ { version, ask: 'rebuild', request }
 *             ◀─ { progress } | { answer }                 any number of them
 *             ◀─ { done } | { busy } | { failed: reason }   ends the exchange
 */
type Request = { readonly version: string; readonly ask: string; readonly request: unknown }
type Line<Answer> = {
  readonly progress?: Progress
  readonly answer?: Answer
  readonly done?: true
  readonly busy?: string
  readonly failed?: string
}

/** Work that this process does itself, or a server that holds the directory. */
type Work<Asked, Answer> = {
  readonly ask: keyof ReturnType<typeof worksOf>
  readonly request: Asked
  readonly here: (request: Asked, watch: Watch) => AsyncIterable<Answer>
}

/** Does work on the store that the settings name, and yields its answers. Where a server holds the directory, the server does it. */
export async function* doSomewhere<Asked, Answer>(
  { config }: Pick<Run, 'config'>,
  { ask, request, here }: Work<Asked, Answer>,
  watch: Watch,
): AsyncGenerator<Answer> {
  try {
    yield* here(request, watch)
  } catch (error) {
    if (!(error instanceof DirectoryHeld) || error.holder === undefined) throw error
    const message = JSON.stringify({ version, ask, request } satisfies Request)
    const isAnswered = yield* answersOfHolder<Answer>(config.dataDir, message, watch)
    if (!isAnswered) throw error
  }
}

/** What the server that holds the directory answers. @returns whether it has said anything */
async function* answersOfHolder<Answer>(
  directory: string,
  message: string,
  watch: Watch,
): AsyncGenerator<Answer, boolean> {
  let isAnswered = false
  for await (const text of askLockHolder(directory, message, watch.signal)) {
    isAnswered = true
    const line = JSON.parse(text) as Line<Answer> // of a server of this version
    if (line.done) return true
    if (line.failed !== undefined) throw new OperationRefused(line.failed)
    if (line.busy !== undefined) throw new OperationUnderWay(line.busy)
    if (line.progress) watch.report(line.progress)
    if (line.answer !== undefined) yield line.answer
  }
  watch.signal.throwIfAborted()
  if (isAnswered) throw new OperationRefused('The server went away before it had told everything.')
  return false
}

/** The one answer of such work. */
export const doOnceSomewhere = async <Asked, Answer>(
  run: Pick<Run, 'config'>,
  {
    here,
    ...work
  }: Omit<Work<Asked, Answer>, 'here'> & {
    readonly here: (request: Asked, watch: Watch) => Promise<Answer>
  },
  watch: Watch,
): Promise<Answer> => {
  for await (const answer of doSomewhere(run, { ...work, here: yielding(here) }, watch)) return answer
  throw new OperationRefused('The server has told nothing.')
}

const yielding = <Asked, Answer>(work: (request: Asked, watch: Watch) => Promise<Answer>) =>
  async function* (request: Asked, watch: Watch): AsyncGenerator<Answer> {
    yield await work(request, watch)
  }

type Works = Pick<App, 'rebuild' | 'reembed' | 'replay'>

const worksOf = ({ rebuild, reembed, replay }: Works) => ({
  rebuild: yielding(rebuild),
  reembed: yielding(reembed),
  replay,
})

type Server = {
  readonly logger: Logger
  /** Aborts when the server is asked to stop. */
  readonly stopping: AbortSignal
}

/** What the server does for another process that needs its directory. It sends no faster than the command reads. */
export const answerLocalRequests = (app: Works, { logger, stopping }: Server): Control => {
  const works = new Map<string, (request: never, watch: Watch) => AsyncIterable<unknown>>(Object.entries(worksOf(app)))
  const failure = (error: unknown, ask: string | undefined, gone: AbortSignal): Line<never> => {
    if (stopping.aborted) return { failed: 'The server was stopped meanwhile: run the command again.' }
    if (error instanceof OperationUnderWay) return { busy: error.message }
    const known = explain(error)
    if (known === undefined && !gone.aborted) logger.error({ err: error }, `the ${ask} failed`)
    return { failed: known?.message ?? `The server failed: ${error instanceof Error ? error.message : error}` }
  }
  return async (text, tell, gone) => {
    const send = (line: Line<unknown>) => tell(JSON.stringify(line))
    const asked = parsed(text)
    const work = works.get(asked.ask ?? '')
    if (work === undefined || asked.version !== version)
      return send({ failed: `The server is of version ${version}, and this command of another: restart it.` })
    logger.info({ ask: asked.ask }, 'asked by another process')
    const report = seldom((progress) => void send({ progress }))
    try {
      // A command of this version sends what its work takes.
      for await (const answer of work(asked.request as never, { report, signal: AbortSignal.any([gone, stopping]) }))
        await send({ answer })
      await send({ done: true })
    } catch (error) {
      await send(failure(error, asked.ask, gone))
    }
  }
}

const parsed = (text: string): Partial<Request> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
