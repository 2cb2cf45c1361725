import type { Checkpoints, Position } from '../event-store.js'

/** As many are kept in mind: one for each follower matters. */
const MOST = 64

export type KnownCheckpoints = Checkpoints & { readonly forget: () => void }

/** What this process knows of stretches of the log that hold no event of ours, each by the event that it follows. */
export const createCheckpoints = (): KnownCheckpoints => {
  const known = new Map<Position, Position>()
  return {
    after: (position) => known.get(position) ?? position,
    note: (position, checkpoint) => {
      if (checkpoint <= (known.get(position) ?? position)) return
      known.delete(position)
      known.set(position, checkpoint)
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
    forget: () => known.clear(),
  }
}
