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

/** A server that holds a part of the store. */
type Store = {
  readonly name: string
  /** Reads something, and writes nothing. */
  readonly read: () => Promise<void>
  /** Why it cannot be read, after such an error; undefined while it has not answered. */
  readonly reason: (error: unknown) => Promise<string>
  readonly close: () => Promise<void>
}

/**
 * Waits until every server that the settings name answers a read, each for itself, all under one deadline.
 * @throws OperationRefused at the deadline; what no waiting mends at once, or where it refuses access, when that lasts
 */
export const reachStores = async (config: Config, wait: StartWait): Promise<void> => {
  const { waitMs, signal, tell, clock = clockOfProcess } = wait
  if (waitMs <= 0) return
  signal.throwIfAborted()
  const away = new Map<Store, unknown>((await storesOf(config, wait)).map((store) => [store, undefined]))
  const stores = [...away.keys()]
  const over = new AbortController()
  const ended = AbortSignal.any([signal, over.signal])
  const began = clock.now()
  const reasons = async () => (await Promise.all([...away].map(([store, error]) => store.reason(error)))).join(' ')
  const telling = async () => {
    for (let next = began + FIRST_TOLD_MS; ; next += TOLD_MS) {
      await clock.pause(next - clock.now(), ended)
      const reason = await reasons()
      const secondsLeft = () => Math.max(0, Math.ceil((began + waitMs - clock.now()) / 1000))
      if (!ended.aborted && away.size > 0)
        tell({ reason, waitingFor: [...away.keys()].map(({ name }) => name), secondsLeft })
    }
  }
  const givingUp = async () => {
    await clock.pause(waitMs, ended)
    over.abort(
      new OperationRefused(`${await reasons()} Gave up after ${Math.round(waitMs / 1000)} s (START_WAIT_SECONDS).`),
    )
  }
  try {
    for (const beside of [telling(), givingUp()]) beside.catch(() => {}) // they end with the wait
    const reached = async (store: Store) => {
      await readable(store, { clock, ended, failed: (error) => away.set(store, error) })
      away.delete(store)
    }
    await Promise.all(stores.map(reached))
  } finally {
    over.abort()
    for (const store of stores) void store.close()
  }
}

type Trying = { readonly clock: Clock; readonly ended: AbortSignal; readonly failed: (error: unknown) => void }

/** Reads until it succeeds. Throws the first error that no waiting mends, or the reason of the signal. */
const readable = async ({ read }: Store, { clock, ended, failed }: Trying): Promise<void> => {
  const patience = createPatience(clock)
  for (;;) {
    try {
      return await unlessAborted(read(), ended)
    } catch (error) {
      ended.throwIfAborted()
      patience(error)
      failed(error)
    }
    await clock.pause(RETRY_MS, ended)
  }
}

/** Throws an error again that no waiting mends: a refusal that has stood for some time, and all but servers that are away. */
const createPatience = ({ now }: Clock) => {
  let refusedSince: number | undefined
  return (error: unknown): void => {
    if (isRefusal(error)) refusedSince ??= now()
    else if (isAway(error)) refusedSince = undefined
    else throw error
    if (refusedSince !== undefined && now() - refusedSince >= REFUSED_MS) throw error
  }
}

const isRefusal = (error: unknown): boolean => error instanceof EventStoreRefused || isRefusedLogin(error)
const isAway = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof EventStoreUnavailable && !(error instanceof EventStoreRefused))

/** Opens when the servers answer. Where one goes away before all is open, it waits again, under the same deadline. */
export const openWhenReached = async <T>(config: Config, wait: StartWait, open: () => Promise<T>): Promise<T> => {
  const { waitMs, signal, clock = clockOfProcess } = wait
  if (config.databaseUrl === undefined && config.eventStore === undefined) return open()
  const until = clock.now() + waitMs
  const patience = createPatience(clock)
  for (;;) {
    await reachStores(config, { ...wait, waitMs: until - clock.now() })
    try {
      return await open()
    } catch (error) {
      if (clock.now() >= until) throw error
      patience(error)
    }
    await clock.pause(RETRY_MS, signal)
  }
}

const storesOf = async (
  { databaseUrl, eventStore, eventStorePrefix }: Config,
  wait: StartWait,
): Promise<readonly Store[]> => [
  ...(databaseUrl === undefined ? [] : [postgresAt(databaseUrl, wait)]),
  ...(eventStore === undefined ? [] : [await eventStoreDbAt(eventStore, eventStorePrefix, wait)]),
]

const postgresAt = (url: string, { sentenceOf }: StartWait): Store => {
  const databases = openPostgres(url, { max: 1 })
  return {
    name: 'Postgres',
    read: async () => void (await databases.within('public').rows(sql`select 1`)),
    reason: async (error) => (error === undefined ? 'The database has not answered yet.' : sentenceOf(error)),
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
  const reason = async (error: unknown) => {
    if (error instanceof EventStoreRefused) return sentenceOf(error)
    const asked = await nodes()
    const states = asked.map(({ host, state }) => `${host} ${state}`).join('; ')
    const why = `The event store cannot be read: ${states}.`
    // The nodes do not say then what is wrong.
    return error !== undefined && asked.some(({ leads }) => leads) ? `${why} ${sentenceOf(error)}` : why
  }
  return { name: 'EventStoreDB', read, reason, close }
}
