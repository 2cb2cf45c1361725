import { z } from 'zod'
import { UnfinishedAppend } from '../../event-store/log-range.js'
import { type Answer, answer, type Question, question } from '../../operations/replay/answer.js'
import { EventUnreadable } from '../../operations/replay/read-log.js'
import type { Replay } from '../../operations/replay/replay.js'
import { NothingToReplay, NotInLog, type Watch } from '../../operations/replay/replayed.js'
import type { DirectoryHeld } from '../../postgres/directory-lock.js'
import { answerRequest, askServer, progressIn, type Server } from '../server-request.js'

/** The server that was asked could not do it; the message is its own. */
export class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
}

const exchange = {
  request: z.object({ ask: z.literal('replay'), question }),
  progress: progressIn(['reading', 'digesting', 'comparing']),
  answer,
  Failed: ReplayFailed,
}

type Asked = { readonly question: Question; readonly held: DirectoryHeld }

/**
 * Lets the server that has the directory do the work.
 * @throws DirectoryHeld when the server does not know the request
 * @throws ReplayFailed
 */
export async function* askForReplay(
  directory: string,
  { question, held }: Asked,
  watch: Watch,
): AsyncGenerator<Answer> {
  const heard = yield* askServer(exchange, { directory, request: { ask: 'replay', question } }, watch)
  if (heard === 'nothing') throw held
  if (heard === 'part') throw new ReplayFailed('The server went away before it had told everything.')
}

/** The server's side. It sends no faster than the command reads. */
export const answerReplay = (replay: Replay, server: Server) =>
  answerRequest(
    exchange,
    {
      about: ({ question }) => ({ ask: `replay ${question.ask}` }),
      run: async ({ question }, watch: Watch, send) => {
        for await (const answer of replay(question, watch)) {
          await send({ answer })
          watch.signal.throwIfAborted()
        }
        await send({ done: true })
      },
      stopped: 'The server that replays was stopped.',
      reasonOf: (error, left) => {
        const message = error instanceof Error ? error.message : String(error)
        if (isForeseen(error)) return message
        if (!left) server.logger.error({ err: error }, 'the replay failed')
        return `The server failed to replay: ${message}`
      },
    },
    server,
  )

const isForeseen = (error: unknown): boolean =>
  [NotInLog, EventUnreadable, UnfinishedAppend, NothingToReplay].some((kind) => error instanceof kind)
