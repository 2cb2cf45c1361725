import type { Progress } from '../progress.js'
import type { Projector } from '../projector.js'

export type Watched = {
  readonly projector: Pick<Progress, 'position' | 'reached'>
  /** Those who wait go on waiting, for the projector that is there now. */
  readonly moved: () => void
}

/** The progress of whatever projector is there: a wait outlives the projector that it began with. */
export const watched = (current: () => Pick<Projector, 'position' | 'reached'>): Watched => {
  const waits = new Set<AbortController>()
  const reached: Progress['reached'] = async (position, signal) => {
    for (;;) {
      const applied = current().position()
      if (position === 'start' || (applied !== 'start' && applied >= position)) return
      const wait = new AbortController()
      const end = () => wait.abort()
      waits.add(wait)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      try {
        return await current().reached(position, wait.signal)
      } catch (error) {
        if (signal.aborted || waits.has(wait)) throw error
      } finally {
        waits.delete(wait)
        signal.removeEventListener('abort', end)
      }
    }
  }
  return {
    projector: { position: () => current().position(), reached },
    moved: () => {
      const waiting = [...waits]
      waits.clear()
      for (const wait of waiting) wait.abort()
    },
  }
}
