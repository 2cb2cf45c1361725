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

type ReachedForUsers = Pick<Progress, 'reached'> & {
  readonly isParked: (stream: StreamName) => boolean
  readonly erased: (stream: StreamName, signal: AbortSignal) => Promise<void>
}

/** `reached` for a stream whose user is not being erased. Rejects with UserParked: better than a write nobody sees. */
export const reachedUnlessParked =
  ({ isParked, reached, erased }: ReachedForUsers) =>
  async (stream: StreamName, position: Position | 'start', signal: AbortSignal): Promise<void> => {
    if (isParked(stream)) throw new UserParked()
    await reached(position, signal)
    await erased(stream, signal)
  }

type Waiter = { readonly position: Position; readonly settle: (failure?: Error) => void }

const includes = (applied: Position | 'start', position: Position | 'start') =>
  position === 'start' || (applied !== 'start' && applied >= position)

export type Progress = ReturnType<typeof createProgress>

/** The position that read models have reached, and the readers that wait for a later one. */
export const createProgress = () => {
  let applied: Position | 'start' = 'start'
  let stopped: ProjectorStopped | undefined
  const waiters = new Set<Waiter>()

  return {
    position: () => applied,
    /** Whether any reader waits. */
    waiting: () => waiters.size > 0,
    /** Resolves what waits: another one has taken its place, and readers go on waiting for that. */
    handOver: () => {
      for (const waiter of [...waiters]) waiter.settle()
    },
    advance: (position: Position | 'start') => {
      applied = position
      for (const waiter of [...waiters]) if (includes(applied, waiter.position)) waiter.settle()
    },
    /** Rejects present and future waiters. */
    fail: (reason: ProjectorStopped) => {
      stopped = reason
      for (const waiter of [...waiters]) waiter.settle(reason)
    },
    /** What made it stop is over. */
    mended: () => {
      stopped = undefined
    },
    /** Resolves when the read models include `position`; rejects when `signal` aborts or the projector has stopped. */
    reached: async (position: Position | 'start', signal: AbortSignal): Promise<void> => {
      if (includes(applied, position) || position === 'start') return
      if (stopped) throw stopped
      await join(waiters, position, signal)
    },
  }
}

/** Adds a reader to those that wait, until it is settled or `signal` aborts: then it fails with ReadModelBehind. */
const join = (waiters: Set<Waiter>, position: Position, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
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
  })
