import { TimedOut } from './openai-fault.js'

/**
 * Runs with a signal that aborts after `ms`, or when `outer` does.
 * @throws TimedOut when the time ran out, whatever `run` makes of the abort
 */
export const withinTime = async <T>(
  ms: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted()
  const controller = new AbortController()
  const stop = () => controller.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop()
  }, ms)
  outer.addEventListener('abort', stop, { once: true })
  try {
    return await run(controller.signal)
  } catch (error) {
    throw late ? new TimedOut() : error
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', stop)
  }
}
