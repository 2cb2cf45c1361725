import type { Position, StreamName } from '../event-store/event-store.js'

/** The projector has stopped at an event that it cannot apply: writes are refused until it is mended. */
export class ProjectorStopped extends Error {}

/** An event of this user cannot be applied: they are parked, and their writes are refused until it is mended. */
export class UserParked extends ProjectorStopped {
  constructor() {
    super('an event of this user cannot be applied; it is tried again every minute')
  }
}

/** The read models did not come far enough in time. */
export class ReadModelBehind extends Error {}

/** How far the read models have come, and who waits for it. */
export type Progress = {
  readonly position: () => Position | 'start'
  readonly advance: (position: Position | 'start') => void
  /** Rejects present and future waiters. */
  readonly fail: (reason: ProjectorStopped) => void
  /** What made it stop is over. */
  readonly mended: () => void
  /** Resolves when the read models include `position`; rejects when `signal` aborts or the projector has stopped. */
  readonly reached: (position: Position | 'start', signal: AbortSignal) => Promise<void>
  /** Whether anybody waits. */
  readonly waiting: () => boolean
}

/** `reached` for one stream. Rejects with UserParked: a write that its own user could not see for long is better refused. */
export const reachedUnlessParked =
  ({ isParked, reached }: Pick<Progress, 'reached'> & { readonly isParked: (stream: StreamName) => boolean }) =>
  async (stream: StreamName, position: Position | 'start', signal: AbortSignal): Promise<void> => {
    if (isParked(stream)) throw new UserParked()
    await reached(position, signal)
  }

type Waiter = { readonly position: Position; readonly settle: (failure?: Error) => void }

const includes = (applied: Position | 'start', position: Position | 'start') =>
  position === 'start' || (applied !== 'start' && applied >= position)

export const createProgress = (): Progress => {
  let applied: Position | 'start' = 'start'
  let stopped: ProjectorStopped | undefined
  const waiters = new Set<Waiter>()

  return {
    position: () => applied,
    waiting: () => waiters.size > 0,
    advance: (position) => {
      applied = position
      for (const waiter of [...waiters]) if (includes(applied, waiter.position)) waiter.settle()
    },
    fail: (reason) => {
      stopped = reason
      for (const waiter of [...waiters]) waiter.settle(reason)
    },
    mended: () => {
      stopped = undefined
    },
    reached: (position, signal) =>
      new Promise((resolve, reject) => {
        if (includes(applied, position) || position === 'start') return resolve()
        if (stopped) return reject(stopped)
        const late = () => waiter.settle(new ReadModelBehind(`the read models have not reached ${position} yet`))
        const waiter: Waiter = {
          position,
          settle: (failure) => {
            waiters.delete(waiter)
            signal.removeEventListener('abort', late)
            if (failure) reject(failure)
            else resolve()
          },
        }
        if (signal.aborted) return late()
        signal.addEventListener('abort', late, { once: true })
        waiters.add(waiter)
      }),
  }
}
