import { setImmediate as eventLoop } from 'node:timers/promises'
import type { Steps } from './steps.js'

const TURN_MS = 8

/** Step after step, and after some milliseconds whoever waits has a turn: a signal, a timer, another's request. */
export const inTurns = async <Done>(steps: Steps<Done>): Promise<Done> => {
  let began = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - began < TURN_MS) continue
    await eventLoop()
    began = performance.now()
  }
}
