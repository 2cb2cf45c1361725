import type { Progress, Watch } from './replayed.js'

const EVERY = 200

/** Counts what is done and reports it now and then, with the pace so far. */
export const tally = ({ report }: Watch, phase: Progress['phase'], total?: number): (() => number) => {
  const began = performance.now()
  let done = 0
  return () => {
    done++
    const seconds = (performance.now() - began) / 1000
    if (done % EVERY === 0) report({ phase, done, total, perSecond: Math.round(done / Math.max(seconds, 0.001)) })
    return done
  }
}
