export type ProgressLine = {
  readonly show: (text: string, share?: number) => void
  readonly clear: () => void
}

const LINE_MS = 3000
const BAR = 24

/** Progress on stderr, as it is not what was asked for: a bar on a terminal, else a line every few seconds. */
export const progressLine = (): ProgressLine => {
  const terminal = process.stderr.isTTY === true
  let last = performance.now()
  return {
    show: (text, share) => {
      if (terminal) return void process.stderr.write(`\r\u001b[K${share === undefined ? '' : bar(share)}${text}`)
      if (performance.now() - last < LINE_MS) return
      last = performance.now()
      process.stderr.write(`${text}\n`)
    },
    clear: () => void (terminal && process.stderr.write('\r\u001b[K')),
  }
}

const bar = (share: number): string => {
  const full = Math.min(BAR, Math.round(BAR * share))
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `
}
