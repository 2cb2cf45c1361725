/** Runs at most `places` tasks at once; the others wait in order. A task that fails frees its place. */
export const atMost = (places: number) => {
  let free = Math.max(1, places)
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
