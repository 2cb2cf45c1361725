type Watching = {
  /** Calls back at every notification; resolves to a function that ends it. */
  readonly listen: (notified: () => void) => Promise<() => Promise<void>>
  /** Looks at what may have changed. Its errors are its own to report. */
  readonly look: () => Promise<void>
  readonly pollMs: number
  /** Whether a poll looks; a notification always does. */
  readonly isDue?: () => boolean
}

/**
 * Looks at every notification, and polls as well, because a notification is lost together with its connection. Never
 * looks twice at the same time, and does not keep the process alive.
 * @returns a function that ends it
 */
export const watch = async ({ listen, look, pollMs, isDue = () => true }: Watching): Promise<() => Promise<void>> => {
  const lookOnce = singleFlight(look)
  const stop = await listen(() => void lookOnce())
  const polling = setInterval(() => {
    if (isDue()) void lookOnce()
  }, pollMs).unref()
  return async () => {
    clearInterval(polling)
    await stop()
  }
}

/**
 * Never runs `work` twice at the same time. Calls during a run share one more run after it. Errors are swallowed.
 * @returns a promise for the end of the last run
 */
const singleFlight = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  let again = false
  const untilQuiet = async () => {
    do {
      again = false
      await work().catch(() => {})
    } while (again)
    running = undefined
  }
  return () => {
    again = true
    running ??= untilQuiet()
    return running
  }
}
