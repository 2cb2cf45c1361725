import type { Logger } from '../logger.js'
import { EXIT } from './explain.js'

/** Why a process is to end, and the exit code that it then has. */
export type Stop = { readonly why: string; readonly exitCode: number }

/** npm passes on a Ctrl-C that the terminal has already sent, so the second of two this close means nothing. */
const SAME_WISH_MS = 500
const IMPATIENT = 130

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

/** For a command that can be broken off; `left` is a sentence on how that leaves things. */
export const stoppable = (logger: Logger, left: string): Stopping => {
  const stopping = new AbortController()
  let message = ''
  void stopRequested(logger).then(({ why }) => {
    message = [`Stopped by ${why}.`, left].join(' ').trim()
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
