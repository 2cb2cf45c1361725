import { perSecond } from '../../concurrency/per-second.js'
import type { CopyProgress } from './copy-report.js'

const REPORT_MS = 200

/** Reports how far a phase has come, a few times a second and at its end. */
export const pace = (report: (progress: CopyProgress) => void, phase: CopyProgress['phase']) => {
  const began = performance.now()
  let last = began
  return (done: number, total: number | undefined) => {
    const now = performance.now()
    if (now - last < REPORT_MS && done !== total) return
    last = now
    report({ phase, done, total, perSecond: perSecond(done, began) })
  }
}
