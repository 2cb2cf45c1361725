import { perSecond } from '../../concurrency/per-second.js'
import type { Progress, Watch } from './replayed.js'

const EVERY = 200

/** Counts what is done and reports it now and then, with the pace so far. */
export const tally = ({ report }: Watch, phase: Progress['phase'], total?: number): (() => number) => {
  const began = performance.now()
  let done = 0
  return () => {
    done++
    if (done % EVERY === 0) report({ phase, done, total, perSecond: perSecond(done, began) })
    return done
  }
}
