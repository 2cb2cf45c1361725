import { setTimeout as pause } from 'node:timers/promises'
import { OperationRefused } from '../concurrency/operation.js'
import { unlessAborted } from '../concurrency/unless-aborted.js'
import type { Config } from '../config/config.js'
import type { EventStoreAddress } from '../config/event-store-address.js'
import { EventStoreUnavailable } from '../event-store/event-store.js'
import { EventStoreRefused } from '../event-store/eventstoredb/errors.js'
import { isRefusedLogin, isUnavailable } from '../postgres/faults.js'
import { openPostgres } from '../postgres/postgres.js'
import { sql } from '../postgres/sql.js'

/** Which servers a start waits for, and why. */
export type Waiting = {
  /** A sentence or two for each of them. */
  readonly reason: string
  readonly waitingFor: readonly string[]
  readonly secondsLeft: () => number
}

/** How a start waits for the servers that hold the store. */
export type StartWait = {
  /** In milliseconds; 0: not at all. */
  readonly waitMs: number
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Called after a second, then every five. */
  readonly tell: (waiting: Waiting) => void
  /** An error as a sentence for the operator. */
  readonly sentenceOf: (error: unknown) => string
  readonly clock?: Clock
}

/** In milliseconds. */
type Clock = { readonly now: () => number; readonly pause: (ms: number, signal: AbortSignal) => Promise<void> }

const clockOfProcess: Clock = {
  now: () => performance.now(),
  // Node throws an error of its own.
  pause: (ms, signal) => pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
}

const FIRST_TOLD_MS = 1000
const TOLD_MS = 5000
const RETRY_MS = 250
/** A new cluster knows no users for some seconds, and a new database server no roles. */
const REFUSED_MS = 10_000

/** What a start needs: that a server answers a read, or that the store opens. */
type Step<Result> = {
  /** That of a server. */
  readonly name?: string
  readonly attempt: () => Promise<Result>
  /** Why it fails; without an error: why it has not succeeded yet. */
  readonly reason: (error?: unknown) => string | Promise<string>
}

/** A server that holds a part of the store. It is read, and nothing is written. */
type Store = Step<void> & { readonly name: string; readonly close: () => Promise<void> }

/** The last error of a step that does not succeed, and since when each has been a refusal. */
type Failure = { readonly error?: unknown; readonly refusedSince?: number | undefined }

type Failing = Map<Step<unknown>, Failure>

/**
 * Waits until every server that the settings name answers a read, each for itself, all under one deadline; without a wait, reads
 * once. A log that may not be read is told here: what projects it would try again for ever.
 * @throws OperationRefused at the deadline; what no waiting mends at once, or where it refuses access, when that lasts
 */
export const reachStores = async (config: Config, wait: StartWait): Promise<void> =>
  void (await openWhenReached(config, wait, async () => NOTHING))

type Closing = { readonly close: () => Promise<void> }

const NOTHING: Closing = { close: async () => {} }

/**
 * Opens when the servers answer. Where one goes away before all is open, or refuses what only the opening asks for, it waits
 * again, under the same deadline. What opens after the wait was ended is closed.
 */
export const openWhenReached = async <T extends Closing>(
  config: Config,
  wait: StartWait,
  open: () => Promise<T>,
): Promise<T> =>
  withStores(config, wait, async (stores) => {
    if (stores.length > 0 && wait.waitMs > 0) return openReached(stores, wait, open)
    // Opening alone would not notice that `$all` may not be read.
    await Promise.all(stores.map(({ attempt }) => attempt()))
    return open()
  })

const openReached = async <T extends Closing>(
  stores: readonly Store[],
  wait: StartWait,
  open: () => Promise<T>,
): Promise<T> => {
  const { signal, sentenceOf, clock = clockOfProcess } = wait
  signal.throwIfAborted()
  const over = new AbortController()
  const ended = AbortSignal.any([signal, over.signal])
  const failing: Failing = new Map()
  const tried = async <Result>(step: Step<Result>): Promise<{ readonly result: Result } | undefined> => {
    try {
      const result = await unlessAborted(step.attempt(), ended)
      failing.delete(step)
      return { result }
    } catch (error) {
      ended.throwIfAborted()
      failing.set(step, mendable(error, failing.get(step), clock.now()))
      await clock.pause(RETRY_MS, ended)
      return undefined
    }
  }
  const reached = async (store: Store) => {
    failing.set(store, {})
    while ((await tried(store)) === undefined);
  }
  const opening = { attempt: () => closedWhenLate(open(), ended), reason: sentenceOf }
  tellWhatFails(failing, wait, { over, ended }).catch((error) => over.abort(error))
  try {
    for (;;) {
      await Promise.all(stores.map(reached))
      const opened = await tried(opening)
      if (opened !== undefined) return opened.result
    }
  } finally {
    over.abort()
  }
}

/** What opens after the wait is over is nobody's. */
const closedWhenLate = async <T extends Closing>(opening: Promise<T>, ended: AbortSignal): Promise<T> => {
  const opened = await opening
  if (ended.aborted) await opened.close()
  return opened
}

/** Throws an error again that no waiting mends: a refusal that has stood for some time, and all but servers that are away. */
const mendable = (error: unknown, before: Failure | undefined, now: number): Failure => {
  const refusedSince = isRefusal(error) ? (before?.refusedSince ?? now) : undefined
  if (refusedSince === undefined ? !isAway(error) : now - refusedSince >= REFUSED_MS) throw error
  return { error, refusedSince }
}

const isRefusal = (error: unknown): boolean => error instanceof EventStoreRefused || isRefusedLogin(error)
const isAway = (error: unknown): boolean => isUnavailable(error) || error instanceof EventStoreUnavailable

type Ending = { readonly over: AbortController; readonly ended: AbortSignal }

/** Tells what fails, and ends the wait when that is so at the deadline; an opening that goes on may take longer. */
const tellWhatFails = async (failing: Failing, wait: StartWait, { over, ended }: Ending): Promise<never> => {
  const { waitMs, tell, clock = clockOfProcess } = wait
  const until = clock.now() + waitMs
  const msLeft = () => Math.max(0, until - clock.now())
  const secondsLeft = () => Math.ceil(msLeft() / 1000)
  for (let pauseMs = FIRST_TOLD_MS; ; pauseMs = TOLD_MS) {
    await clock.pause(Math.min(pauseMs, Math.max(msLeft(), RETRY_MS)), ended)
    const isLate = msLeft() === 0
    const reasons = await Promise.all([...failing].map(([{ reason }, { error }]) => reason(error)))
    const reason = reasons.join(' ')
    const waitingFor = [...failing.keys()].flatMap(({ name = [] }) => name)
    if (failing.size === 0) continue
    if (!isLate) tell({ reason, waitingFor, secondsLeft })
    else
      over.abort(new OperationRefused(`${reason} Gave up after ${Math.round(waitMs / 1000)} s (START_WAIT_SECONDS).`))
  }
}

const withStores = async <Result>(
  { databaseUrl, eventStore, eventStorePrefix }: Config,
  wait: StartWait,
  work: (stores: readonly Store[]) => Promise<Result>,
): Promise<Result> => {
  const stores: Store[] = []
  try {
    if (databaseUrl !== undefined) stores.push(postgresAt(databaseUrl, wait))
    if (eventStore !== undefined) stores.push(await eventStoreDbAt(eventStore, eventStorePrefix, wait))
    return await work(stores)
  } finally {
    for (const { close } of stores) void close()
  }
}

const postgresAt = (url: string, { sentenceOf }: StartWait): Store => {
  const databases = openPostgres(url, { max: 1 })
  return {
    name: 'Postgres',
    attempt: async () => void (await databases.within('public').rows(sql`select 1`)),
    reason: (error) => (error === undefined ? 'The database has not answered yet.' : sentenceOf(error)),
    close: () => databases.close().catch(() => {}),
  }
}

const eventStoreDbAt = async (
  address: EventStoreAddress,
  prefix: string,
  { sentenceOf }: StartWait,
): Promise<Store> => {
  // Loaded only when asked for: the client takes a fifth of a second.
  const { openProbe } = await import('../event-store/eventstoredb/probe.js')
  const { read, nodes, close } = openProbe(address, prefix)
  const reason = async (error?: unknown) => {
    if (error instanceof EventStoreRefused) return sentenceOf(error)
    const asked = await nodes()
    const states = asked.map(({ host, state }) => `${host} ${state}`).join('; ')
    const why = `The event store cannot be read: ${states}.`
    // The nodes do not say then what is wrong.
    return error !== undefined && asked.some(({ leads }) => leads) ? `${why} ${sentenceOf(error)}` : why
  }
  return { name: 'EventStoreDB', attempt: read, reason, close }
}
