import { z } from 'zod'
import { UnfinishedAppend } from '../../event-store/log-range.js'
import type { Logger } from '../../logger.js'
import { type Answer, answer, type Question, question } from '../../operations/replay/answer.js'
import { EventUnreadable } from '../../operations/replay/read-log.js'
import type { Replay } from '../../operations/replay/replay.js'
import { NothingToReplay, NotInLog, type Watch } from '../../operations/replay/replayed.js'
import { askLockHolder, type DirectoryHeld } from '../../postgres/directory-lock.js'
import type { Control } from '../../postgres/lock-socket.js'
import { NOT_UNDERSTOOD, parsed } from '../local-request.js'

const Request = z.object({ ask: z.literal('replay'), question })
const Progress = z.object({
  phase: z.enum(['reading', 'comparing']),
  done: z.number(),
  total: z.number().optional(),
  perSecond: z.number(),
})
const Line = z.union([
  z.object({ answer }),
  z.object({ progress: Progress }),
  z.object({ failed: z.string() }),
  z.object({ done: z.literal(true) }),
])

type Asked = { readonly question: Question; readonly held: DirectoryHeld }

/** Lets the server that has the directory do the work. Throws ReplayFailed, and DirectoryHeld when it knows no such thing. */
export async function* askServer(
  directory: string,
  { question, held }: Asked,
  { report, signal }: Watch,
): AsyncGenerator<Answer> {
  let heard = false
  for await (const text of askLockHolder(directory, JSON.stringify({ ask: 'replay', question }), signal)) {
    heard = true
    const line = Line.parse(JSON.parse(text))
    if ('answer' in line) yield line.answer
    else if ('progress' in line) report({ ...line.progress, total: line.progress.total })
    else if ('failed' in line) throw new ReplayFailed(line.failed)
    else return
  }
  signal.throwIfAborted()
  throw heard ? new ReplayFailed('The server went away before it had told everything.') : held
}

/** The server that was asked could not do it; the message is its own. */
export class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
}

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

/** What a server answers to such a request, a line of JSON each; it goes no faster than the asker reads. */
export const answerReplay =
  (replay: Replay, { logger, stopping }: Server): Control =>
  async (request, tell, gone) => {
    const { data } = Request.safeParse(parsed(request))
    if (data === undefined) return tell(NOT_UNDERSTOOD)
    const { question } = data
    logger.info({ ask: `replay ${question.ask}` }, 'asked by another process')
    const send = (line: object) => tell(JSON.stringify(line))
    const signal = AbortSignal.any([gone, stopping])
    try {
      for await (const answer of replay(question, { report: (progress) => void send({ progress }), signal })) {
        await send({ answer })
        signal.throwIfAborted()
      }
      await send({ done: true })
    } catch (error) {
      if (gone.aborted) return
      if (!stopping.aborted && !isTold(error)) logger.error({ err: error }, 'the replay failed')
      await send({ failed: stopping.aborted ? 'The server that replays was stopped.' : messageOf(error) })
    }
  }

const isTold = (error: unknown): boolean =>
  [NotInLog, EventUnreadable, UnfinishedAppend, NothingToReplay].some((kind) => error instanceof kind)

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return isTold(error) ? message : `The server failed to replay: ${message}`
}
