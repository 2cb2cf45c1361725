import type { ConflictNow } from '../domain/conflict/decisions.js'
import { goingWith, settleConflicts, touchedBy } from '../domain/conflict/decisions.js'
import { DomainError } from '../domain/errors.js'
import { type Metadata, notBefore } from '../domain/event.js'
import type { Caller } from '../domain/idempotency.js'
import type { Scope } from '../domain/scope.js'
import type { Streams } from '../event-store/event-store.js'
import { type Database, type Reading, readUser } from '../postgres/database.js'
import { bankState } from '../queries/bank-state.js'
import { conflictsAbout } from '../queries/conflict-state.js'
import { readAttached } from './read-attached.js'
import type { Decision, Done, Transact } from './transact.js'

export type BankDependencies = {
  readonly transact: Transact
  readonly streams: Streams
  readonly reading: Reading
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
}

export type Requester = Caller & { readonly scope: Scope }

type Question<State, Result> = {
  /** What the decision needs; read after the stream's revision. */
  readonly read: (db: Database) => Promise<State>
  /** Pure. `by` says who asked, and when. */
  readonly decide: (state: State, by: Metadata) => Decision<Result>
}

/**
 * Decides about the memories of one user as somebody asked for it, on their newest state. Open conflicts about memories that
 * this takes away, or gives other readers, are settled in the same append.
 */
export const decideInBank = <State, Result>(
  { transact, streams, reading, timeoutMs, now, newId }: BankDependencies,
  { scope, actor, idempotent }: Requester,
  { read, decide }: Question<State, Result>,
): Promise<Done<Result>> => {
  const stream = streams.bank(scope.userId)
  const wish = { commandId: newId(), userId: scope.userId, actor, reason: 'requested' } as const
  const at = now()
  const readAll = async (db: Database) => {
    const { revision, lastAt } = await bankState(db, stream)
    const state = await read(db)
    const open = await openAbout(db, state)
    const replaced = open.flatMap((each) => each.replaced.map(({ memoryId }) => memoryId))
    const attached = await readAttached(db, scope.userId, replaced)
    return { revision, state: { lastAt, state, open, attached } }
  }
  /** A user's own memories are in no conflict, unless one is resolved. What is refused is refused again when it is decided. */
  const openAbout = async (db: Database, state: State): Promise<readonly ConflictNow[]> => {
    try {
      const { events } = decide(state, { ...wish, at })
      if (scope.kind === 'user' && !events.some(({ type }) => type === 'ConflictResolved')) return []
      return await conflictsAbout(db, scope.userId, [...touchedBy(events).keys()])
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
  const readNow = () => readUser(reading, scope.userId, readAll)
  return transact({ stream, read: readNow, decide: decideAll, idempotent }, AbortSignal.timeout(timeoutMs))
}
