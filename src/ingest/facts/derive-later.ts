import pLimit from 'p-limit'
import { keyedLimiter } from '../../concurrency/limiter.js'
import { EventStoreOverloaded } from '../../event-store/event-store.js'
import type { createDerive } from './derive.js'

type Derive = ReturnType<typeof createDerive>
type Of = { readonly userId: string; readonly episodeId: string }

export type BackgroundDependencies = {
  readonly derive: Derive
  /** Episodes recorded before an instant (ISO 8601) of which facts are still to be derived, the oldest first. */
  readonly awaiting: (before: string, most: number) => Promise<readonly Of[]>
  readonly failed: (error: unknown, of: Of) => void
  /** Milliseconds. */
  readonly clock: () => number
}

/** Episodes that are worked on at once without anybody waiting. */
const AT_ONCE = 2
const MOST_WAITING = 100
/** Of the episodes that are left over, those that are looked for at once. */
const LEFT_OVER = 100
/** After a failure an episode is left alone for so long, and twice as long after each further one. */
const REST_MS = 60_000
const LONGEST_REST_MS = 16 * REST_MS

/**
 * Derives facts for those who wait and for those who do not, one attempt at an episode at a time. What is left over by a
 * crash or a failure is gone on with by `resume`, which the process that projects calls regularly.
 */
export const deriveInBackground = ({ derive, awaiting, failed, clock }: BackgroundDependencies) => {
  const inTurn = keyedLimiter(
    MOST_WAITING,
    () => new EventStoreOverloaded('too many requests wait for one conversation'),
  )
  const limited = pLimit(AT_ONCE)
  const underway = new Map<string, Promise<void>>()
  const resting = new Map<string, { readonly until: number; readonly forMs: number }>()
  const once: Derive = (wish) => inTurn(wish.episodeId, () => derive(wish))
  const attempt = async (of: Of): Promise<void> => {
    try {
      await once({ ...of, answer: () => null })
      resting.delete(of.episodeId)
    } catch (error) {
      const forMs = Math.min(LONGEST_REST_MS, 2 * (resting.get(of.episodeId)?.forMs ?? REST_MS / 2))
      resting.set(of.episodeId, { until: clock() + forMs, forMs })
      failed(error, of)
    }
  }
  const later = (of: Of): void => {
    if (underway.has(of.episodeId)) return
    const work = limited(() => attempt(of)).finally(() => underway.delete(of.episodeId))
    underway.set(of.episodeId, work)
  }
  return {
    derive: once,
    later,
    /** Takes up what is left over of before an instant (ISO 8601), and answers with how many episodes that are. */
    resume: async (before: string): Promise<number> => {
      const left = await awaiting(before, LEFT_OVER)
      const due = left.filter(({ episodeId }) => (resting.get(episodeId)?.until ?? 0) <= clock())
      for (const of of due) later(of)
      return due.length
    },
    /** Resolves when nothing is under way. */
    idle: async (): Promise<void> => {
      while (underway.size > 0) await Promise.all(underway.values())
    },
  }
}
