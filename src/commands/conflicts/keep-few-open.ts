import { SYSTEM } from '../../domain/event.js'
import type { createDerive } from '../deriving/derive.js'
import type { createIngest } from '../ingest/ingest.js'
import type { createExpireConflicts } from './resolve-conflict.js'

/** Open conflicts of a user; of more the oldest are resolved before their time. */
const MOST_OPEN = 10_000

/** How long conflicts stay open (milliseconds), and how many of a user at most. */
export const limitsOf = ({ expiryMs, most = MOST_OPEN }: { readonly expiryMs: number; readonly most?: number }) => ({
  conflictExpiryMs: expiryMs,
  mostOpenConflicts: most,
})

type Ingesting = ReturnType<typeof createIngest>

/** The ingest which, when it has opened a conflict, resolves those that are beyond the limit; where that fails, the next one does. */
export const keepingFewOpen =
  (ingest: Ingesting, expireConflicts: ReturnType<typeof createExpireConflicts>): Ingesting =>
  async (request, mode) => {
    const done = await ingest(request, mode)
    const opened = done.result.conflicts ?? []
    if (opened.length > 0 && !done.replayed)
      await expireConflicts({ scope: request.scope, actor: SYSTEM, beyondLimitOnly: true }).catch(() => {})
    return done
  }

type Deriving = ReturnType<typeof createDerive>

/** The same for facts that are derived by a language model, also where nobody waits for them. */
export const derivingFewOpen =
  (derive: Deriving, expireConflicts: ReturnType<typeof createExpireConflicts>): Deriving =>
  async (wish) => {
    let opened = 0
    const done = await derive({
      ...wish,
      answer: (derived) => {
        opened = derived.conflicts?.length ?? 0
        return wish.answer(derived)
      },
    })
    const scope = { kind: 'user', userId: wish.userId } as const
    if (opened > 0) await expireConflicts({ scope, actor: SYSTEM, beyondLimitOnly: true }).catch(() => {})
    return done
  }
