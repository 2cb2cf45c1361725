import type { Watch } from '../../concurrency/operation.js'
import type { Answer, Question } from '../../operations/replay/answer.js'
import { hasCluster } from '../../postgres/foreign-cluster.js'
import { claimDirectory } from '../claim-directory.js'
import { EXIT } from '../explain.js'
import { operate } from '../operate.js'
import type { Run } from '../ports.js'
import { doSomewhere } from '../server-request.js'
import { showReplay } from './show-replay.js'

type ReplayArguments = { readonly question: Question; readonly json: boolean }

/** Answers from the log, in the server that holds the directory, if any. @returns the exit code: 1 at a mismatch */
export const replay = (run: Run, { question, json }: ReplayArguments): Promise<number> =>
  operate(run, { left: '' }, async ({ say, ...watch }) => {
    let exitCode: number = EXIT.done
    const answers = doSomewhere(run, { ask: 'replay', request: question, here: replayHere(run) }, watch)
    const watched = async function* () {
      for await (const answer of answers) {
        if (answer.kind === 'verdict' && !answer.verdict.equal) exitCode = EXIT.failed
        yield answer
      }
    }
    for await (const line of showReplay(watched(), json)) await say(line)
    return exitCode
  })

const replayHere = ({ config, openToReplay }: Run) =>
  async function* (question: Question, watch: Watch): AsyncGenerator<Answer> {
    // Claiming a directory that is missing would make it.
    const isMade = config.databaseUrl !== undefined || hasCluster(config.dataDir)
    const lock = isMade ? await claimDirectory(config, 'palimpsest replay') : undefined
    try {
      const store = await openToReplay(config)
      try {
        yield* store.replay(question, watch)
      } finally {
        await store.close()
      }
    } finally {
      await lock?.release()
    }
  }
