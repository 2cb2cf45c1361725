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

/** The position that read models have reached, and the readers that wait for a later one. */
export type Progress = {
  readonly position: () => Position | 'start'
  readonly advance: (position: Position | 'start') => void
  /** Rejects present and future waiters. */
  readonly fail: (reason: ProjectorStopped) => void
  /** What made it stop is over. */
  readonly mended: () => void
  /** Resolves when the read models include `position`; rejects when `signal` aborts or the projector has stopped. */
  readonly reached: (position: Position | 'start', signal: AbortSignal) => Promise<void>
  /** Whether any reader waits, here or for a progress that follows this one. */
  readonly waiting: () => boolean
  /**
   * Lets `follower` repeat this progress from now on, until the answer is called. Readers that wait for the follower
   * outlive a projector: the follower goes over to the next one, and they go on waiting.
   */
  readonly followedBy: (follower: Progress) => () => void
}

type ReachedForUsers = Pick<Progress, 'reached'> & {
  readonly isParked: (stream: StreamName) => boolean
  readonly erased: (stream: StreamName, signal: AbortSignal) => Promise<void>
}

/**
 * `reached` for one stream, whose user is not being erased any more then. Rejects with UserParked: a write that its own user could
 * not see for long is better refused.
 */
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

export const createProgress = (): Progress => {
  let applied: Position | 'start' = 'start'
  let stopped: ProjectorStopped | undefined
  const waiters = new Set<Waiter>()
  const followers = new Set<Progress>()

  return {
    position: () => applied,
    waiting: () => waiters.size > 0 || [...followers].some((follower) => follower.waiting()),
    followedBy: (follower) => {
      followers.add(follower)
      follower.advance(applied)
      if (stopped) follower.fail(stopped)
      else follower.mended()
      return () => void followers.delete(follower)
    },
    advance: (position) => {
      applied = position
      for (const follower of followers) follower.advance(position)
      for (const waiter of [...waiters]) if (includes(applied, waiter.position)) waiter.settle()
    },
    fail: (reason) => {
      stopped = reason
      for (const follower of followers) follower.fail(reason)
      for (const waiter of [...waiters]) waiter.settle(reason)
    },
    mended: () => {
      stopped = undefined
      for (const follower of followers) follower.mended()
    },
    reached: async (position, signal) => {
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
