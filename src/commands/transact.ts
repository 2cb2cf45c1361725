import { keyedLimiter } from '../concurrency/limiter.js'
import { inTurns } from '../concurrency/steps.js'
import type { DomainEvent } from '../domain/all-events.js'
import { type Answered, type IdempotentRequest, idempotentAnswer, requestAnswered } from '../domain/idempotency.js'
import { encode, encoding } from '../event-store/codec.js'
import {
  appendDeterminate,
  type EventStore,
  EventStoreOverloaded,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
  WrongRevision,
} from '../event-store/event-store.js'

/** What a decision is based on: the revision is read first, so the state is never older than it. */
export type Known<State> = { readonly revision: Revision; readonly state: State }

/** The events to append, and the answer to the caller: JSON, counts and ids, never content. */
export type Decision<Result> = {
  readonly events: readonly DomainEvent[]
  readonly result: Result
  /** More appends follow before the answer: a retry goes on from here. */
  readonly unfinished?: boolean
}

type Transaction<State, Result> = {
  readonly stream: StreamName
  /** What it is based on has to include this position: it is waited for. */
  readonly after?: Position
  readonly read: () => Promise<Known<State>>
  /** Pure. An already true wish gives no events; a broken rule throws a domain error. */
  readonly decide: (known: Known<State>) => Decision<Result>
  /** The caller may send the same request again: it is decided once. */
  readonly idempotent?: IdempotentRequest | undefined
}

/** `position`: of the last event; of the stream's last one where nothing was written. `replayed`: the answer of an earlier request with the same key. */
export type Done<Result> = {
  readonly result: Result
  readonly position: Position | 'start'
  readonly replayed?: true
}

/** How far the read models have come. */
export type Reach = {
  /** Resolves when they include `position`; rejects when `signal` aborts, when they have stopped, or when the stream is parked. */
  readonly reached: (stream: StreamName, position: Position | 'start', signal: AbortSignal) => Promise<void>
  /** The same for a write that has happened: what goes wrong is logged, never thrown. */
  readonly shown: (stream: StreamName, position: Position) => Promise<void>
}

/** What a request with this key was answered, as far as the read models show it. */
export type Earlier = (stream: StreamName, key: string) => Promise<Answered | undefined>

export type Transact = <State, Result>(
  transaction: Transaction<State, Result>,
  signal: AbortSignal,
) => Promise<Done<Result>>

/** How many writers wait for another one of their stream. */
export type Queued = { readonly waiting: () => number }

/** The most events that are encoded without a pause. */
const AT_ONCE = 50

/** Writers of one stream that may wait for their turn in this process. */
const WAITING = 1000

/**
 * Decides on what the read models show, appends at the revision it was read at, and returns when they show that too.
 * The revision is the proof: what was decided on an older state is not appended. So it is asked where the stream ends,
 * and waited until the read models are there, only when a writer was overtaken, or when nothing would be appended that
 * could be proved: a wish that is true already, or a broken rule. Until `signal` aborts.
 * Writers of one stream take turns in this process, so that they overtake one another only across processes; where too
 * many wait, or the turn comes too late, EventStoreOverloaded is thrown and nothing is written.
 */
export const createTransact = (store: EventStore, { reached, shown }: Reach, earlier: Earlier): Transact & Queued => {
  const inTurn = keyedLimiter(WAITING, (stream) => new EventStoreOverloaded(`too many writers wait for ${stream}`))
  /** Decides once. Undefined where that proves nothing, or another writer was faster: then the newest state decides. */
  const attempt = async <State, Result>(
    transaction: Transaction<State, Result>,
    newest: boolean,
    signal: AbortSignal,
  ): Promise<Done<Result> | undefined> => {
    const { stream, read, idempotent } = transaction
    const { position } = newest ? await store.head(stream) : { position: undefined }
    if (position !== undefined) await reached(stream, position, signal)
    const known = await read()
    const replayed = idempotent && (await replayedAnswer<Result>(stream, idempotent, { store, earlier }))
    if (replayed) return replayed
    const decision = decideOn(transaction, known, newest)
    if (decision === 'unproved') return undefined
    const { events, result } = decision
    if (events.length === 0 && position !== undefined) return { result, position }
    const encoded = await encodeInTurns(withAnswer(decision, idempotent), known.revision)
    const append = { stream, expected: known.revision, events: encoded }
    const appended = await appendDeterminate(store, append).catch(overtaken)
    if (appended instanceof WrongRevision) return undefined
    await shown(stream, appended.position)
    return { result, position: appended.position }
  }
  const transact: Transact = (transaction, signal) =>
    inTurn(transaction.stream, async () => {
      const { stream, after } = transaction
      if (after !== undefined) await reached(stream, after, signal)
      for (let newest = false; ; newest = true) {
        if (signal.aborted) throw new EventStoreOverloaded(`too many writers of ${stream}`)
        const done = await attempt(transaction, newest, signal)
        if (done !== undefined) return done
      }
    })
  return Object.assign(transact, { waiting: inTurn.waiting })
}

/** Many events are encoded in turns with other requests. */
const encodeInTurns = async (events: readonly DomainEvent[], revision: Revision): Promise<readonly StoredEvent[]> =>
  events.length <= AT_ONCE ? encode(events, revision) : inTurns(encoding(events, revision))

/** What is refused, or changes nothing, on a state that may be old is decided once more on the newest. */
const decideOn = <State, Result>(
  { decide }: Transaction<State, Result>,
  known: Known<State>,
  newest: boolean,
): Decision<Result> | 'unproved' => {
  if (newest) return decide(known)
  try {
    const decision = decide(known)
    return decision.events.length === 0 ? 'unproved' : decision
  } catch {
    return 'unproved'
  }
}

/** What an earlier request with the same key was answered. Throws IdempotencyKeyReused. */
const replayedAnswer = async <Result>(
  stream: StreamName,
  idempotent: IdempotentRequest,
  { store, earlier }: { readonly store: Pick<EventStore, 'head'>; readonly earlier: Earlier },
): Promise<Done<Result> | undefined> => {
  const told = idempotentAnswer(idempotent, await earlier(stream, idempotent.key))
  if (told === undefined) return undefined
  const { position } = await store.head(stream)
  // It was kept for this very request, so it is of this request's type.
  return { result: told.answer as Result, position, replayed: true }
}

/** The events, and where the caller may ask again what they are answered then. */
const withAnswer = (
  { events, result, unfinished = false }: Decision<unknown>,
  idempotent: IdempotentRequest | undefined,
): readonly DomainEvent[] => {
  if (idempotent === undefined || unfinished) return events
  const metadata = events.at(-1)?.metadata
  if (metadata === undefined || !('userId' in metadata)) return events
  const { key, request } = idempotent
  return [...events, requestAnswered(metadata, { key, request, answer: JSON.stringify(result) })]
}

const overtaken = (error: unknown): WrongRevision => {
  if (error instanceof WrongRevision) return error
  throw error
}

/** Requests with one key that may wait for the first of them. */
const WAITING_FOR_KEY = 1000

/**
 * Carries out a wish once, however often it is sent with the same key: while the first is running the others wait, and
 * afterwards they get its answer, before any work is done. What another process is doing with the same key
 * is found by the decision itself, in `transact`. Throws IdempotencyKeyReused.
 */
export const createIdempotent = (store: Pick<EventStore, 'head'>, earlier: Earlier) => {
  const inTurn = keyedLimiter(
    WAITING_FOR_KEY,
    () => new EventStoreOverloaded('too many requests wait with the same key'),
  )
  return <Result>(
    { stream, idempotent }: Pick<Transaction<unknown, unknown>, 'stream' | 'idempotent'>,
    work: () => Promise<Done<Result>>,
  ): Promise<Done<Result>> =>
    idempotent === undefined
      ? work()
      : inTurn(`${stream} ${idempotent.key}`, async () => {
          const replayed = await replayedAnswer<Result>(stream, idempotent, { store, earlier })
          return replayed ?? work()
        })
}
