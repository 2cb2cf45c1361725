import { onTestFinished, vi } from 'vitest'

/** From now on a time limit is over when the test says so; a busy machine does not hurry it. @returns ends the latest one */
export const stoppedTimeouts = () => {
  let latest = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    latest = new AbortController()
    return latest.signal
  })
  onTestFinished(() => spy.mockRestore())
  return () => latest.abort(new DOMException('The time is up', 'TimeoutError'))
}
