import type { createIngest } from '../ingest/ingest.js'
import type { createExpireConflicts } from './resolve-conflict.js'

type Ingesting = ReturnType<typeof createIngest>

/** The ingest which, when it has opened a conflict, resolves those that are beyond the limit. */
export const keepingFewOpen =
  (ingest: Ingesting, expireConflicts: ReturnType<typeof createExpireConflicts>): Ingesting =>
  async (request, mode) => {
    const done = await ingest(request, mode)
    if ((done.result.conflicts ?? []).length > 0 && !done.replayed)
      await expireConflicts({ scope: request.scope, actor: BY_ITSELF, beyondLimitOnly: true }).catch(() => {}) // the next one does it
    return done
  }

/** The actor of what the service does without being asked to. */
export const BY_ITSELF = { key: 'system', agentId: null } as const
