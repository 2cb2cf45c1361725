import type { Logger } from '../logger.js'

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
