import type { ConflictNow } from '../domain/conflict/decisions.js'
import { goingWith, settleConflicts, touchedBy } from '../domain/conflict/decisions.js'
import { DomainError } from '../domain/errors.js'
import { type Metadata, notBefore } from '../domain/event.js'
import type { Caller } from '../domain/idempotency.js'
import type { Scope } from '../domain/scope.js'
import type { Streams } from '../event-store/event-store.js'
import { type AttachedDependencies, readAttached } from './read-attached.js'
import type { Decision, Done, Known, Transact } from './transact.js'

export type BankDependencies = AttachedDependencies & {
  readonly transact: Transact
  readonly streams: Streams
  readonly bank: (stream: string) => Promise<Known<string | null>>
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
  /** The open conflicts that one of these memories is in. */
  readonly conflictsAbout: (userId: string, memoryIds: readonly string[]) => Promise<readonly ConflictNow[]>
}

export type Requester = Caller & { readonly scope: Scope }

type Question<State, Result> = {
  /** What the decision needs; read after the bank's revision. */
  readonly read: () => Promise<State>
  /** Pure. `by` says who asked, and when. */
  readonly decide: (state: State, by: Metadata) => Decision<Result>
}

/**
 * Decides about the memories of one user as somebody asked for it, on their newest state. Open conflicts about memories that
 * this takes away, or gives other readers, are settled in the same append.
 */
export const decideInBank = <State, Result>(
  { transact, streams, bank, timeoutMs, now, newId, conflictsAbout, ...parts }: BankDependencies,
  { scope, actor, idempotent }: Requester,
  { read, decide }: Question<State, Result>,
): Promise<Done<Result>> => {
  const stream = streams.bank(scope.userId)
  const wish = { commandId: newId(), userId: scope.userId, actor, reason: 'requested' } as const
  const at = now()
  const readAll = async () => {
    const { revision, state: lastAt } = await bank(stream)
    const state = await read()
    const open = await openAbout(state)
    const replaced = open.flatMap((each) => each.replaced.map(({ memoryId }) => memoryId))
    const attached = await readAttached(parts, scope.userId, replaced)
    return { revision, state: { lastAt, state, open, attached } }
  }
  /** A user's own memories are in no conflict, unless one is resolved. What is refused is refused again when it is decided. */
  const openAbout = async (state: State): Promise<readonly ConflictNow[]> => {
    try {
      const { events } = decide(state, { ...wish, at })
      if (scope.kind === 'user' && !events.some(({ type }) => type === 'ConflictResolved')) return []
      return await conflictsAbout(scope.userId, [...touchedBy(events).keys()])
    } catch (error) {
      if (error instanceof DomainError) return []
      throw error
    }
  }
  const decideAll = ({ state: { lastAt, state, open, attached } }: Awaited<ReturnType<typeof readAll>>) => {
    const by = { ...wish, at: notBefore(lastAt, at) }
    const decision = decide(state, by)
    if (open.length === 0) return decision
    const { events } = decision
    const settled = settleConflicts(open, { touched: touchedBy(events), by })
    return { ...decision, events: [...events, ...settled, ...goingWith(settled, { attached, by, done: events })] }
  }
  return transact({ stream, read: readAll, decide: decideAll, idempotent }, AbortSignal.timeout(timeoutMs))
}
