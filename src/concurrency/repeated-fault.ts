import { type Clock, systemClock } from './clock.js'

type Line = (about: object, message: string) => void

type Log = { readonly warn: Line; readonly error: Line; readonly info: Line }

const A_MINUTE = 60_000

type Repeating = {
  readonly level?: 'warn' | 'error'
  /** It is over when it has not come for so long, in milliseconds: longer than it takes until it would come again. */
  readonly quietMs?: number
  readonly clock?: Clock
}

/** Notes that the fault has come. Its error, if there is one, and `about` are logged where this time has a line. */
export type NoteFault = (error: unknown, about?: object) => void

/**
 * Logs a fault that may come every few hundred milliseconds: one line when it begins, one a minute while it lasts, and one
 * when it is over. Each says how many times it has come.
 */
export const repeatedFault = (
  log: Log,
  message: string,
  { level = 'warn', quietMs = A_MINUTE, clock = systemClock }: Repeating = {},
): NoteFault => {
  let current: { readonly since: number; times: number; last: number; loggedAt: number } | undefined
  const endWhenQuiet = (ms: number): void => {
    clock.after(ms, () => {
      if (current === undefined) return
      const { times, since, last } = current
      const left = last + quietMs - clock.now()
      if (left > 0) return endWhenQuiet(left)
      current = undefined
      log.info({ times, lastedMs: Math.round(last - since) }, `over: ${message}`)
    })
  }
  return (error, about = {}) => {
    const now = clock.now()
    if (current === undefined) {
      current = { since: now, times: 0, last: now, loggedAt: Number.NEGATIVE_INFINITY }
      endWhenQuiet(quietMs)
    }
    current.times += 1
    current.last = now
    if (now - current.loggedAt < A_MINUTE) return
    current.loggedAt = now
    log[level]({ ...about, err: error, times: current.times }, message)
  }
}
