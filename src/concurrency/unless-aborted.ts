/** Waits for `work`. Throws the reason of `signal` as soon as it aborts; the work itself goes on. */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })

/**
 * Does work with a signal that aborts after `ms`, too. Node 20 collects an `AbortSignal.timeout` that only `AbortSignal.any` refers
 * to, and then it never aborts.
 */
export const within = async <T>(
  ms: number,
  signal: AbortSignal,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
  try {
    return await work(AbortSignal.any([signal, over.signal]))
  } finally {
    clearTimeout(timer)
  }
}
