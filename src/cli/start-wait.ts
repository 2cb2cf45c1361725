import type { StartWait, Waiting } from '../app/reach-stores.js'
import { sentenceOf } from './explain.js'
import type { Run } from './ports.js'

type Wished = Pick<StartWait, 'waitMs' | 'signal'> & { readonly tell?: (waiting: Waiting) => void }

/** A wait for the servers of the store that the log tells of. */
export const startWait = ({ logger }: Pick<Run, 'logger'>, { waitMs, signal, tell }: Wished): StartWait => ({
  waitMs,
  signal,
  sentenceOf,
  tell: (waiting) => {
    const { reason, waitingFor, secondsLeft } = waiting
    logger.warn({ waiting_for: waitingFor, seconds_left: secondsLeft() }, reason)
    tell?.(waiting)
  },
})
