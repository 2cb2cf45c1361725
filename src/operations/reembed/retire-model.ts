import { setTimeout as pause } from 'node:timers/promises'
import { modelName } from '../../domain/embedding-model.js'
import { holdersOf } from '../../projector/generations/holders.js'
import type { Direction } from './direction.js'
import { ReembedRefused } from './report.js'

/** A process that is being started or stopped has one of two read models open for a moment. */
const SETTLED_MS = 10_000
const AGAIN_MS = 500

/**
 * Refuses while somebody whom requests ask would be left behind: users who are parked in the new read models alone, or
 * processes that have only the old ones open. Throws ReembedRefused.
 */
export const refuseToLeaveBehind = async ({ from, to }: Direction, signal: AbortSignal): Promise<void> => {
  const parked = to.serving.projector.parked()
  if (parked > from.serving.projector.parked())
    throw new ReembedRefused(
      `${modelName(to.provider)} cannot answer yet: ${parked} users are parked in its read models. GET /v1/admin/health tells who.`,
    )
  for (const until = performance.now() + SETTLED_MS; ; await pause(AGAIN_MS, undefined, { signal })) {
    const [old, next] = await Promise.all([holdersOf(from.wanted), holdersOf(to.wanted)])
    if (next >= old) return
    if (performance.now() > until)
      throw new ReembedRefused(
        `${old - next} processes serve this store without ${modelName(to.provider)}: name it in NEXT_EMBEDDING_* for them too, and restart them. Nothing was switched.`,
      )
  }
}
