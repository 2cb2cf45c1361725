/**
 * Never runs `work` twice at the same time. Calls during a run share one more run after it. Errors are swallowed.
 * @returns a promise for the end of the last run
 */
export const singleFlight = (work: () => Promise<void>): (() => Promise<void>) => {
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
