import { SYSTEM } from '../../domain/event.js'
import type { Scope } from '../../domain/scope.js'
import type { createDerive } from '../../ingest/facts/derive.js'
import type { createIngest } from '../../ingest/ingest.js'
import type { createExpireConflicts } from './resolve-conflict.js'

type Expiring = ReturnType<typeof createExpireConflicts>

/** Resolves the conflicts that are beyond the limit, where more were opened; where that fails, whoever opens the next one does. */
const resolveBeyondLimit = async (expireConflicts: Expiring, scope: Scope, opened: number): Promise<void> => {
  if (opened > 0) await expireConflicts({ scope, actor: SYSTEM, beyondLimitOnly: true }).catch(() => {})
}

type Ingesting = ReturnType<typeof createIngest>

/** The ingest which, when it has opened a conflict, resolves those that are beyond the limit. */
export const keepingFewOpen =
  (ingest: Ingesting, expireConflicts: Expiring): Ingesting =>
  async (request, mode) => {
    const done = await ingest(request, mode)
    const opened = done.replayed ? 0 : (done.result.conflicts?.length ?? 0)
    await resolveBeyondLimit(expireConflicts, request.scope, opened)
    return done
  }

type Deriving = ReturnType<typeof createDerive>

/** The same for facts that are derived by a language model, also where nobody waits for them. */
export const derivingFewOpen =
  (derive: Deriving, expireConflicts: Expiring): Deriving =>
  async (wish) => {
    let opened = 0
    const done = await derive({
      ...wish,
      answer: (derived) => {
        opened = derived.conflicts?.length ?? 0
        return wish.answer(derived)
      },
    })
    await resolveBeyondLimit(expireConflicts, { kind: 'user', userId: wish.userId }, opened)
    return done
  }
