const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM']

/** For work that blocks the event loop for seconds: a signal ends the process at once. Not while requests run. */
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
