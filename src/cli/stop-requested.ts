import type { Logger } from '../logger.js'
import { EXIT } from './explain.js'

/** Why a process is to end, and with which exit code. */
export type Stop = { readonly why: string; readonly exitCode: number }

/** npm passes on a Ctrl-C that the terminal has already sent, so two signals this close count as one. */
const SAME_SIGNAL_MS = 500
const IMPATIENT = 130
/** How long work may take to end. Who starts the process may wait for it for one second only. */
const GRACE_MS = 700

/** Resolves at the first SIGTERM, SIGINT or uncaught error. A second signal ends the process immediately. */
export const stopRequested = (logger: Logger): Promise<Stop> =>
  new Promise((resolve) => {
    let first: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now()
      if (first !== undefined && now - first > SAME_SIGNAL_MS) process.exit(IMPATIENT)
      first ??= now
      resolve({ why: signal, exitCode: 0 })
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    // Unhandled rejections arrive here, too.
    process.on('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'an error that nobody expected')
      resolve({ why: 'error', exitCode: 1 })
    })
  })

export type Stopping = {
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
  /** Prints on stderr why the work ended, and returns the exit code. An error that is not the stop's is thrown again. */
  readonly exitCodeOf: (error: unknown) => number
}

/** Stops a command as if killed: it has `GRACE_MS` to tidy up. `left` says which state the command leaves behind. */
export const stoppable = (logger: Logger, left: string): Stopping => {
  const stopping = new AbortController()
  let message = ''
  void stopRequested(logger).then(({ why }) => {
    message = [`Stopped by ${why}.`, left].join(' ').trim()
    setTimeout(() => leave(why), GRACE_MS).unref()
    stopping.abort(new Error(message))
  })
  return {
    signal: stopping.signal,
    exitCodeOf: (error) => {
      if (!stopping.signal.aborted) throw error
      process.stderr.write(`${message}\n`)
      return EXIT.failed
    },
  }
}

/** The work did not end in time, so the message cannot say which state it leaves behind. */
const leave = (why: string): never => {
  process.stderr.write(`Stopped by ${why}, before everything was tidied up; the next run sees to that.\n`)
  process.exit(EXIT.failed)
}
