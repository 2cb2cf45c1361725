import { z } from 'zod'
import { UnfinishedAppend } from '../../event-store/log-range.js'
import { type Answer, answer, type Question, question } from '../../operations/replay/answer.js'
import { EventUnreadable } from '../../operations/replay/read-log.js'
import type { Replay } from '../../operations/replay/replay.js'
import { NothingToReplay, NotInLog, type Progress, type Watch } from '../../operations/replay/replayed.js'
import { hasCluster } from '../../postgres/foreign-cluster.js'
import { claimDirectory } from '../claim-directory.js'
import { EXIT } from '../explain.js'
import { progressLine, timeLeft } from '../operate.js'
import type { Run } from '../ports.js'
import { answerRequest, askServer, heldByServer, progressIn, type Server } from '../server-request.js'
import { stoppable } from '../stop-requested.js'
import { showReplay } from './show-replay.js'
import { createOutput, type Output } from './text-style.js'

/** A replay's progress in words. */
const progressWords = ({ phase, ...pace }: Progress): string => {
  const of = pace.total === undefined ? '' : ` of ${pace.total}`
  const events = `${pace.done}${of} events, ${pace.perSecond} a second${timeLeft(pace)}`
  if (phase === 'reading') return `Reading the log: ${events}`
  return phase === 'digesting'
    ? `Checking the digests: ${events}`
    : `Comparing: ${pace.done}${of} users, ${pace.perSecond} a second${timeLeft(pace)}`
}

type ReplayArguments = { readonly question: Question; readonly json: boolean }

/**
 * Answers a question from the log. If a server holds the embedded directory, the server does it; otherwise this process
 * opens the store itself.
 * @returns the exit code: 1 when a check found a mismatch
 */
export const replay = async (run: Run, { question, json }: ReplayArguments): Promise<number> => {
  const progress = progressLine()
  const stopping = stoppable(run.logger, '')
  const output = createOutput(process.stdout, progress.clear)
  const watch: Watch = {
    report: (reached) => progress.show(reached, progressWords(reached)),
    signal: AbortSignal.any([stopping.signal, output.gone]),
  }
  try {
    return await print(replaySomewhere(run, question, watch), output, json)
  } catch (error) {
    // The reader of a pipe has closed it.
    if (output.gone.aborted) return EXIT.done
    return stopping.exitCodeOf(error)
  } finally {
    progress.clear()
  }
}

const print = async (answers: AsyncIterable<Answer>, output: Output, json: boolean): Promise<number> => {
  let exitCode: number = EXIT.done
  const watched = async function* () {
    for await (const answer of answers) {
      if (answer.kind === 'verdict' && !answer.verdict.equal) exitCode = EXIT.failed
      yield answer
    }
  }
  for await (const line of showReplay(watched(), { json, style: output.style })) await output.write(line)
  return exitCode
}

async function* replaySomewhere(run: Run, question: Question, watch: Watch): AsyncGenerator<Answer> {
  try {
    yield* replayHere(run, question, watch)
  } catch (error) {
    const held = heldByServer(error)
    yield* askServer(exchange, { directory: run.config.dataDir, request: { ask: 'replay', question }, held }, watch)
  }
}

async function* replayHere(run: Run, question: Question, watch: Watch): AsyncGenerator<Answer> {
  const { databaseUrl, dataDir } = run.config
  // Claiming a directory that is missing would make it.
  const lock =
    databaseUrl === undefined && hasCluster(dataDir) ? await claimDirectory(run.config, 'palimpsest replay') : undefined
  try {
    const store = await run.openToReplay(run.config)
    try {
      yield* store.replay(question, watch)
    } finally {
      await store.close()
    }
  } finally {
    await lock?.release()
  }
}

const exchange = {
  request: z.object({ ask: z.literal('replay'), question }),
  progress: progressIn(['reading', 'digesting', 'comparing']),
  answer,
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
