/** Time as far as work in the background needs it. Tests hand in one that they move by hand. */
export type Clock = {
  /** Milliseconds that only differences are taken of. */
  readonly now: () => number
  /** Calls back once after so many milliseconds, unless it is cancelled. @returns what cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

/** The clock of the machine. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Calls back now and then, always so many milliseconds after the last time. @returns what ends it */
export const every = (ms: number, run: () => void, clock: Clock): (() => void) => {
  let cancel = () => {}
  const again = () => {
    cancel = clock.after(ms, () => {
      again()
      run()
    })
  }
  again()
  return () => cancel()
}
