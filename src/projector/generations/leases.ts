import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddingModel, sameModel } from '../../domain/embedding.js'
import type { Database, Databases, Lock, LockMode } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import {
  dropGeneration,
  editionOf,
  type Generation,
  generationsOf,
  hashOf,
  liveOf,
  modelsOf,
  type ReadModels,
  schemaOf,
} from './generations.js'

export type Release = () => Promise<void>

export type Leases = ReturnType<typeof createLeases>

/** Generations in use: the last lease's release drops a replaced one. By database locks; counted if embedded. */
export const createLeases = (databases: Databases) => {
  const { acquire, isFree } = lockingOf(databases)
  const dropUnlessUsed = (one: Generation, even: 'live' | 'replaced'): Promise<boolean> =>
    dropGeneration(databases, one, { even, isFree: (tx) => isFree(tx, leaseOf(one)) })
  return {
    /** Keeps a generation from being dropped. Look afterwards whether it is still there. */
    hold: async (generation: Generation): Promise<Release> =>
      (await acquire(leaseOf(generation), 'shared')) ?? (async () => {}),
    /** Claims the right to rebuild generations of this hash; undefined while somebody else has it. */
    claim: (hash: string) => acquire(`rebuild ${hash}`, 'exclusive'),
    /** Drops a generation that is not live, unless it is in use. */
    drop: (one: Generation) => dropUnlessUsed(one, 'replaced'),
    /** Drops replaced generations without leases; answers with the number of dropped schemas. */
    collect: async (hash: string): Promise<number> => {
      const live = await liveOf(databases, hash)
      let dropped = 0
      for (const one of await generationsOf(databases, hash))
        if (live && one.number < live.number && (await dropUnlessUsed(one, 'replaced'))) dropped++
      return dropped
    },
    /** Drops and returns read tables of this log and code by models neither kept nor leased. They can be rebuilt. */
    dropUnusedModels: async (wanted: Omit<ReadModels, 'model'>, kept: readonly EmbeddingModel[]) => {
      const dropped: (EmbeddingModel & { readonly schema: string })[] = []
      for (const one of await modelsOf(databases, editionOf(wanted)))
        if (!kept.some((model) => sameModel(model, one)) && (await dropUnlessUsed(one, 'live')))
          dropped.push({ schema: schemaOf(one), model: one.model, dimensions: one.dimensions })
      return dropped
    },
  }
}

const SECRET_KEY = 'secret key'

/** Held by whoever makes data keys: the secret key does not change meanwhile. Waits for a change. Embedded: no lock. */
export const holdSecretKey = async (databases: Databases): Promise<Release> =>
  (await lockingOf(databases).acquire(SECRET_KEY, 'shared')) ?? (async () => {})

/** Claims the right to change the store's secret key; undefined while any process holds it. */
export const claimSecretKey = (databases: Databases): Promise<Release | undefined> =>
  lockingOf(databases).acquire(SECRET_KEY, 'exclusive')

/** The name of the lock that says that a generation is in use. */
const leaseOf = (generation: Generation): string => `generation ${schemaOf(generation)}`

type Locking = {
  /** Undefined where an exclusive lock is in other hands. A shared one is waited for: only a drop excludes it. */
  readonly acquire: (name: string, mode: LockMode) => Promise<Release | undefined>
  /** Whether no process has the lock; on a server none gets it until the transaction ends. */
  readonly isFree: (tx: Database, name: string) => Promise<boolean>
}

const lockingOf = (databases: Databases): Locking => (databases.kind === 'postgres' ? onServer(databases) : inProcess())

const inProcess = (): Locking => {
  const counts = new Map<string, number>()
  return {
    acquire: async (name, mode) => {
      const count = counts.get(name) ?? 0
      if (mode === 'exclusive' && count > 0) return undefined
      counts.set(name, count + 1)
      return async () => void counts.set(name, (counts.get(name) ?? 1) - 1)
    },
    isFree: async (_, name) => (counts.get(name) ?? 0) === 0,
  }
}

const RETRY_MS = 500

const onServer = (databases: Databases): Locking => ({
  acquire: async (name, mode) => {
    const released = new AbortController()
    const lock = await lockUnlessExcluded(databases, name, { mode, signal: released.signal })
    if (lock === undefined) return undefined
    const kept = keep(databases, lock, { name, mode, signal: released.signal })
    return async () => {
      released.abort()
      await kept
    }
  },
  isFree: async (tx, name) => {
    const [lock] = await tx.rows<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`,
    )
    return lock?.free === true
  },
})

type Wish = { readonly mode: LockMode; readonly signal: AbortSignal }

/** Waits for a shared lock; answers with undefined where an exclusive one is in other hands. */
const lockUnlessExcluded = async (databases: Databases, name: string, { mode, signal }: Wish) => {
  const taken = new AbortController()
  try {
    return await databases.lock(name, {
      mode,
      signal: AbortSignal.any([signal, taken.signal]),
      taken: () => mode === 'exclusive' && taken.abort(),
    })
  } catch (error) {
    if (taken.signal.aborted) return undefined
    throw error
  }
}

/** Holds a lock until `signal` aborts. One that is lost is taken again: what was dropped meanwhile had been replaced. */
const keep = async (databases: Databases, first: Lock, { name, ...wish }: Wish & { readonly name: string }) => {
  const { signal } = wish
  let lock: Lock | undefined = first
  while (lock || !signal.aborted) {
    if (lock) await aborted(AbortSignal.any([lock.lost, signal]))
    else await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    await lock?.release()
    lock = signal.aborted ? undefined : await lockUnlessExcluded(databases, name, wish).catch(() => undefined)
  }
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

/** How many processes have a model's read tables open, by their locks. Embedded it is one: there is no other. */
export const leaseHolders = async (wanted: ReadModels): Promise<number> => {
  const { databases } = wanted
  if (databases.kind === 'pglite') return 1
  const leases = (await generationsOf(databases, hashOf(wanted))).map(leaseOf)
  const [found] = await databases.within('generations').rows<{ holders: number }>(sql`
    select count(*)::int as holders
    from pg_locks l
    join unnest(${leases}::text[]) as s (name)
      on hashtextextended(s.name, 0) = (l.classid::bigint << 32 | l.objid::bigint)
    where l.locktype = 'advisory'
      and l.database = (select oid from pg_database where datname = current_database())
      and l.objsubid = 1
      and l.mode = 'ShareLock'
      and l.granted`)
  return found?.holders ?? 0
}
