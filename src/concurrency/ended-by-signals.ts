const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM']

/**
 * Runs a piece of work that keeps the event loop busy for seconds, so that no handler of a signal would be called. Without
 * handlers a signal ends the process at once, which leaves a store as safe as any kill. For work that nobody's request
 * waits beside.
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
