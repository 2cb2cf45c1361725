import { perSecond } from '../../concurrency/per-second.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import type { EventStore } from '../../event-store/event-store.js'
import type { Family } from '../../read-models/read-model-set.js'
import type { ReembedWatch } from './report.js'

const REPORT_MS = 200

/** Resolves when the family's read models have been built up to the log's end, indexes and all. */
export const built = async (
  { caughtUp, serving: { projector } }: Family,
  store: Pick<EventStore, 'end'>,
  { report, signal }: ReembedWatch,
): Promise<void> => {
  const end = numberOf(await store.end())
  const began = performance.now()
  const first = numberOf(projector.position())
  const tell = () => {
    const done = Math.min(end, numberOf(projector.position()))
    report({ phase: 'building', done, total: end, perSecond: perSecond(done - first, began) })
  }
  const ticking = setInterval(tell, REPORT_MS)
  try {
    await unlessAborted(caughtUp(), signal)
    await projector.reached(await store.end(), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(ticking)
  }
}

const numberOf = (position: bigint | 'start'): number => (position === 'start' ? 0 : Number(position))
