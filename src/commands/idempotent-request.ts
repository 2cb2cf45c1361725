import { turnstiles } from '../concurrency/limiter.js'
import { type Once, toldBefore } from '../domain/idempotency.js'
import { type EventStore, EventStoreOverloaded, type StreamName } from '../event-store/event-store.js'
import { type Done, type Earlier, retold } from './transact.js'

export type CarryOut = <Result>(
  wish: { readonly stream: StreamName; readonly once?: Once | undefined },
  work: () => Promise<Done<Result>>,
) => Promise<Done<Result>>

/** Requests with one key that may wait for the first of them. */
const WAITING = 1000

/**
 * Carries out a wish once, however often it is sent with the same key: while the first is running the others wait, and
 * afterwards they are told what it was told, before any work is done. What another process is doing with the same key
 * is found by the decision itself, in `transact`. Throws IdempotencyKeyReused.
 */
export const createOnce = (store: Pick<EventStore, 'head'>, earlier: Earlier): CarryOut => {
  const inTurn = turnstiles(WAITING, () => new EventStoreOverloaded('too many requests wait with the same key'))
  return ({ stream, once }, work) =>
    once === undefined
      ? work()
      : inTurn(`${stream} ${once.key}`, async () => {
          const told = toldBefore(once, await earlier(stream, once.key))
          if (told === undefined) return work()
          const { position } = await store.head(stream)
          return retold(told, position)
        })
}
