const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM']

/**
 * Runs work that blocks the event loop for seconds, during which no handler of a signal would be called. The handlers are
 * removed for that time, so that a signal ends the process immediately; the store survives that like a kill. Only for
 * work during which no requests are served.
 */
export const endedBySignals = async <T>(work: () => Promise<T>): Promise<T> => {
  const handlers = SIGNALS.flatMap((signal) =>
    process.rawListeners(signal).map((handler) => [signal, handler as NodeJS.SignalsListener] as const),
  )
  for (const [signal, handler] of handlers) process.off(signal, handler)
  try {
    return await work()
  } finally {
    for (const [signal, handler] of handlers) process.on(signal, handler)
  }
}
