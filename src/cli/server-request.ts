import { z } from 'zod'
import type { Logger } from '../logger.js'
import { askLockHolder, DirectoryHeld } from '../postgres/directory-lock.js'
import type { Control } from '../postgres/lock-socket.js'

/**
 * What a command asks of the server that has the embedded directory, and what the server answers. Each message is one
 * line of JSON:
 *
 *     command ─▶ { ask: 'rebuild', … }
 *             ◀─ { progress }, { answer }                              any number of them
 *             ◀─ { result } | { done } | { busy } | { failed: reason }   ends the exchange
 */
export type Exchange<Request, Progress, Answer> = {
  readonly request: z.ZodType<Request>
  readonly progress: z.ZodType<Progress>
  /** of each answer and of the result */
  readonly answer: z.ZodType<Answer>
  /** The error of a server that does this work already; it is sent as `busy`. */
  readonly Busy?: new () => Error
}

/** The server that was asked could not do it; the message is its own. */
export class ServerFailed extends Error {
  override readonly name = 'ServerFailed'
}

/** The progress of work whose total may be unknown; JSON leaves such a total out. */
export const progressIn = <Phase extends string>(phases: readonly Phase[]) =>
  z
    .object({ phase: z.enum(phases), done: z.number(), total: z.number().optional(), perSecond: z.number() })
    .transform((at) => ({ ...at, total: at.total }))

type Watch<Progress> = { readonly report: (progress: Progress) => void; readonly signal: AbortSignal }

const Line = z.record(z.string(), z.unknown())

type Asked = { readonly directory: string; readonly request: object; readonly held: DirectoryHeld }

/**
 * Sends a request to the server that has the directory, and yields its answers.
 * @throws held when the server does not know the request, Busy, ServerFailed, and the reason of `signal`
 */
export async function* askServer<Progress, Answer>(
  { progress, answer, Busy = Error }: Omit<Exchange<unknown, Progress, Answer>, 'request'>,
  { directory, request, held }: Asked,
  { report, signal }: Watch<Progress>,
): AsyncGenerator<Answer> {
  let heard = false
  for await (const text of askLockHolder(directory, JSON.stringify(request), signal)) {
    heard = true
    const line = Line.parse(JSON.parse(text))
    if ('progress' in line) report(progress.parse(line.progress))
    else if ('answer' in line) yield answer.parse(line.answer)
    else if ('failed' in line) throw new ServerFailed(String(line.failed))
    else if ('busy' in line) throw new Busy()
    else {
      if ('result' in line) yield answer.parse(line.result)
      return
    }
  }
  signal.throwIfAborted()
  throw heard ? new ServerFailed('The server went away before it had told everything.') : held
}

/** The one answer of the server that has the directory; throws the same. */
export const askServerOnce = async <Progress, Answer>(
  exchange: Omit<Exchange<unknown, Progress, Answer>, 'request'>,
  asked: Asked,
  watch: Watch<Progress>,
): Promise<Answer> => {
  for await (const result of askServer(exchange, asked, watch)) return result
  throw asked.held
}

/** The error of a directory that a server holds, which can be asked; throws any other. */
export const heldByServer = (error: unknown): DirectoryHeld => {
  if (error instanceof DirectoryHeld && error.holder !== undefined) return error
  throw error
}

/** A server that answers: `stopping` aborts when it is asked to stop. */
export type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

type Send = (line: object) => Promise<void>

type Work<Request, Progress> = {
  /** What the log says about the request. */
  readonly about: (request: Request) => object
  /** Does the work and sends answers, up to the last. */
  readonly run: (request: Request, watch: Watch<Progress>, send: Send) => Promise<void>
  /** The reason that is sent when the server stops. */
  readonly stopped: string
  /** The reason that is sent for an error, which is logged where nobody expected it. `left`: the command has ended. */
  readonly reasonOf: (error: unknown, left: boolean) => string
}

/** The server's side of an exchange. */
export const answerRequest =
  <Request, Progress>(
    { request: schema, Busy }: Pick<Exchange<Request, Progress, unknown>, 'request' | 'Busy'>,
    { about, run, stopped, reasonOf }: Work<Request, Progress>,
    { logger, stopping }: Server,
  ): Control =>
  async (text, tell, gone) => {
    const { data } = schema.safeParse(parsed(text))
    if (data === undefined) return tell(NOT_UNDERSTOOD)
    logger.info(about(data), 'asked by another process')
    const send: Send = (line) => tell(JSON.stringify(line))
    const report = (progress: Progress) => void send({ progress })
    try {
      await run(data, { report, signal: AbortSignal.any([gone, stopping]) }, send)
    } catch (error) {
      if (Busy !== undefined && error instanceof Busy) return send({ busy: true })
      await send({ failed: stopping.aborted ? stopped : reasonOf(error, gone.aborted) })
    }
  }

const Ask = z.object({ ask: z.string() })

/** Hands each request to the handler that its `ask` names. */
export const answerByName = (handlers: ReadonlyMap<string, Control>): Control => {
  return (request, tell, gone) => {
    const handler = handlers.get(Ask.safeParse(parsed(request)).data?.ask ?? '')
    return handler === undefined ? tell(NOT_UNDERSTOOD) : handler(request, tell, gone)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const NOT_UNDERSTOOD = JSON.stringify({ failed: 'The server does not understand what it was asked.' })
