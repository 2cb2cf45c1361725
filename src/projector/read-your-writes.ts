import type { Position, StreamName } from '../event-store/event-store.js'
import { reachedUnlessParked, UserParked } from './progress.js'
import type { Projector } from './projector.js'

type Progressing = Pick<Projector, 'reached' | 'position' | 'isParked' | 'isErasing' | 'erased'>

type Waits = {
  /** How long a write waits to be shown, and a read to be let through, in milliseconds. */
  readonly waitMs: number
  /** Called when a write that has happened is not shown in time. */
  readonly late: (stream: string, position: Position, error: unknown) => void
}

export type ReadYourWrites = ReturnType<typeof createReadYourWrites>

/** Read your writes: a write is answered when it shows. A late one is answered anyway; the user's next reads wait. */
export const createReadYourWrites = (progress: Progressing, { waitMs, late }: Waits) => {
  const { reached, isParked, isErasing, erased } = progress
  const owed = new Map<StreamName, Position>()
  const forgetShown = () => {
    const applied = progress.position()
    for (const [stream, position] of owed)
      if (applied !== 'start' && position <= applied && !isErasing(stream)) owed.delete(stream)
  }
  return {
    shown: async (stream: StreamName, position: Position): Promise<void> => {
      try {
        const signal = AbortSignal.timeout(waitMs)
        await reached(position, signal)
        if (isParked(stream)) throw new UserParked()
        await erased(stream, signal)
      } catch (error) {
        forgetShown()
        owed.set(stream, position)
        late(stream, position, error)
      }
    },
    /** Resolves when acknowledged writes and `least` show, and no erasure of the user runs. Rejects after the wait. */
    ready: async (stream: StreamName, least: Position): Promise<void> => {
      const acknowledged = owed.get(stream)
      const position = acknowledged !== undefined && acknowledged > least ? acknowledged : least
      if (position === 0n) return isErasing(stream) ? erased(stream, AbortSignal.timeout(waitMs)) : undefined
      await reachedUnlessParked(progress)(stream, position, AbortSignal.timeout(waitMs))
      if (acknowledged === owed.get(stream)) owed.delete(stream)
    },
  }
}
