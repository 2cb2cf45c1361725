import type { Logger } from '../logger.js'
import { EXIT } from './explain.js'

/** Why a process is to end, and the exit code that it then has. */
export type Stop = { readonly why: string; readonly exitCode: number }

/** npm passes on a Ctrl-C that the terminal has already sent, so the second of two this close means nothing. */
const SAME_WISH_MS = 500
const IMPATIENT = 130
/** What was begun may come to its end for so long; who waits for the process has a second of patience. */
const FAREWELL_MS = 700

/** Resolves when a signal asks for the end, or an error that nobody caught makes it necessary. A second signal ends at once. */
export const stopRequested = (logger: Logger): Promise<Stop> =>
  new Promise((resolve) => {
    let first: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now()
      if (first !== undefined && now - first > SAME_WISH_MS) process.exit(IMPATIENT)
      first ??= now
      resolve({ why: signal, exitCode: 0 })
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    // A rejection that nobody handles arrives here, too.
    process.on('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'an error that nobody expected')
      resolve({ why: 'error', exitCode: 1 })
    })
  })

export type Stopping = {
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
  /** The exit code of work that this ended, which is told on stderr; any other error is thrown again. */
  readonly told: (error: unknown) => number
}

/**
 * For a command that can be broken off anywhere, as if it were killed; `left` is a sentence on how that leaves things. Once
 * asked to stop it has a moment to tidy up, and is ended then.
 */
export const stoppable = (logger: Logger, left: string): Stopping => {
  const stopping = new AbortController()
  let message = ''
  void stopRequested(logger).then(({ why }) => {
    message = [`Stopped by ${why}.`, left].join(' ').trim()
    setTimeout(() => leave(why), FAREWELL_MS).unref()
    stopping.abort(new Error(message))
  })
  return {
    signal: stopping.signal,
    told: (error) => {
      if (!stopping.signal.aborted) throw error
      process.stderr.write(`${message}\n`)
      return EXIT.failed
    },
  }
}

/** How far the work had come is not known here, so nothing is said of how it leaves things. */
const leave = (why: string): never => {
  process.stderr.write(`Stopped by ${why}, before everything was tidied up; the next run sees to that.\n`)
  process.exit(EXIT.failed)
}
