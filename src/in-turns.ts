import { setImmediate as eventLoop } from 'node:timers/promises'
import type { Steps } from './steps.js'

const TURN_MS = 8
const LONGEST_TURN_MS = 40

/**
 * Step after step, and after some milliseconds whoever waits has a turn: a signal, a timer, another's request. After a
 * long wait the next turn is as long, so that the work has half of the time however many others there are.
 */
export const inTurns = async <Done>(steps: Steps<Done>): Promise<Done> => {
  let began = performance.now()
  let turn = TURN_MS
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const left = performance.now()
    if (left - began < turn) continue
    await eventLoop()
    began = performance.now()
    turn = Math.min(Math.max(TURN_MS, began - left), LONGEST_TURN_MS)
  }
}
