import type { Progress } from '../../operations/replay/replayed.js'
import { timeLeft } from '../progress-line.js'

/** A replay's progress in words. */
export const progressWords = ({ phase, ...pace }: Progress): string => {
  const of = pace.total === undefined ? '' : ` of ${pace.total}`
  return phase === 'reading'
    ? `Reading the log: ${pace.done}${of} events, ${pace.perSecond} a second${timeLeft(pace)}`
    : `Comparing: ${pace.done}${of} users, ${pace.perSecond} a second${timeLeft(pace)}`
}
