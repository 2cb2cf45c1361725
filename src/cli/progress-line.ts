const LINE_MS = 3000
const BAR = 24

/** Progress on stderr: one line that is written over on a terminal, with a bar where the total is known; else a line every few seconds. */
export const progressLine = () => {
  const terminal = process.stderr.isTTY === true
  let last = performance.now()
  return {
    show: (words: string, { done, total }: { readonly done: number; readonly total: number | undefined }) => {
      if (terminal) return void process.stderr.write(`\r\u001b[K${bar(done, total)}${words}`)
      if (performance.now() - last < LINE_MS) return
      last = performance.now()
      process.stderr.write(`${words}\n`)
    },
    clear: () => void (terminal && process.stderr.write('\r\u001b[K')),
  }
}

const bar = (done: number, total: number | undefined): string => {
  if (total === undefined) return ''
  const full = total === 0 ? BAR : Math.min(BAR, Math.round((BAR * done) / total))
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `
}
