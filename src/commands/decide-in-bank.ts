import { type Metadata, notBefore } from '../domain/event.js'
import type { Caller } from '../domain/idempotency.js'
import type { Scope } from '../domain/scope.js'
import type { Streams } from '../event-store/event-store.js'
import type { Decision, Done, Known, Transact } from './transact.js'

export type BankDependencies = {
  readonly transact: Transact
  readonly streams: Streams
  readonly bank: (stream: string) => Promise<Known<string | null>>
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
}

export type Requester = Caller & { readonly scope: Scope }

type Question<State, Result> = {
  /** What the decision needs; read after the bank's revision. */
  readonly read: () => Promise<State>
  /** Pure. `by` says who asked, and when. */
  readonly decide: (state: State, by: Metadata) => Decision<Result>
}

/** Decides about the memories of one user as somebody asked for it, on their newest state. */
export const decideInBank = <State, Result>(
  { transact, streams, bank, timeoutMs, now, newId }: BankDependencies,
  { scope, actor, idempotent }: Requester,
  { read, decide }: Question<State, Result>,
): Promise<Done<Result>> => {
  const stream = streams.bank(scope.userId)
  const wish = { commandId: newId(), userId: scope.userId, actor, reason: 'requested' } as const
  const at = now()
  const readAll = async () => {
    const { revision, state: lastAt } = await bank(stream)
    return { revision, state: { lastAt, state: await read() } }
  }
  const decideAll = ({ state: { lastAt, state } }: Awaited<ReturnType<typeof readAll>>) =>
    decide(state, { ...wish, at: notBefore(lastAt, at) })
  return transact({ stream, read: readAll, decide: decideAll, idempotent }, AbortSignal.timeout(timeoutMs))
}
