/** Work that is asked for again while it runs is done once more after it, and never twice at once. Failures are not told. */
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
