const EVERY_MS = 2000
let last = Number.NEGATIVE_INFINITY

/** What goes on, for whoever waits, every two seconds at most: on stderr, so that stdout holds the figures alone. */
export const tell = (text: string): void => {
  if (performance.now() - last < EVERY_MS) return
  last = performance.now()
  process.stderr.write(`${text}\n`)
}
