export type Pace = { readonly done: number; readonly total?: number | undefined; readonly perSecond?: number }

const LINE_MS = 3000
const BAR = 24

/**
 * On stderr: a bar on a terminal, else a line every few seconds. Of cli-progress only the five lines of `bar` would be
 * used: without a terminal it prints on a timer, whether or not anything has moved, and always with its bar. `clear` removes
 * the line before something else is printed.
 */
export const progressLine = () => {
  const terminal = process.stderr.isTTY === true
  let last = performance.now()
  return {
    show: (progress: Pace, words: string): void => {
      if (terminal) return void process.stderr.write(`\r\u001b[K${bar(progress)}${words}`)
      if (performance.now() - last < LINE_MS) return
      last = performance.now()
      process.stderr.write(`${words}\n`)
    },
    clear: (): void => void (terminal && process.stderr.write('\r\u001b[K')),
  }
}

const bar = ({ done, total }: Pace): string => {
  if (!total) return ''
  const full = Math.min(BAR, Math.round((BAR * done) / total))
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `
}

/** The remaining time at this pace, in words; empty if it is unknown. */
export const timeLeft = ({ done, total, perSecond }: Pace): string =>
  total === undefined || !perSecond ? '' : `, ${timeOf((total - done) / perSecond)} left`

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
