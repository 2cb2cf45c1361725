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
 * Looks at every notification, one look at a time, and polls, because a lost connection loses notifications.
 * Does not keep the process alive. @returns a function that ends it
 */
export const watch = async ({ listen, look, pollMs, isDue = () => true }: Watching): Promise<() => Promise<void>> => {
  const lookOnce = sharedInTurn(() => look().catch(() => {}))
  const stop = await listen(() => void lookOnce())
  const polling = setInterval(() => {
    if (isDue()) void lookOnce()
  }, pollMs).unref()
  return async () => {
    clearInterval(polling)
    await stop()
  }
}

/** Single flight: runs a function once at a time. All callers during a run share the result of the next run. */
export const sharedInTurn = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const run = (): Promise<T> => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (next !== undefined) return next
    if (running === undefined) return run()
    next = running
      .catch(() => {})
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}
