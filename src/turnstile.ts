/** Runs a piece of work when its turn has come. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/** Lets at most `width` pieces of work through at a time, in the order they came. */
export const turnstile = (width: number): Turnstile => {
  let free = width
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
