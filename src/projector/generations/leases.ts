import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddingModel, sameModel } from '../../domain/embedding.js'
import type { Database, Databases } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import {
  dropGeneration,
  editionOf,
  type Generation,
  generationsOf,
  hashOf,
  liveOf,
  removeGeneration,
  schemaOf,
  type Wanted,
} from './generations.js'

type Dropped = EmbeddingModel & { readonly schema: string }

type Found = Generation & EmbeddingModel

/**
 * Drops the read tables of embedding models that are not among `kept` and that no process has open: they can be built
 * again, as their vectors are in the log. Those of other logs and other versions of the code stay.
 */
const dropUnusedModels = async (
  wanted: Omit<Wanted, 'model'>,
  kept: readonly EmbeddingModel[],
  isFree: (tx: Database, schema: string) => Promise<boolean>,
): Promise<readonly Dropped[]> => {
  const all = await modelsOf(wanted.databases, editionOf(wanted))
  const left = all.filter((one) => !kept.some((model) => sameModel(model, one)))
  const dropped: Dropped[] = []
  for (const one of left)
    if (await removeGeneration(wanted.databases, one, { even: 'live', allowed: (tx) => isFree(tx, schemaOf(one)) }))
      dropped.push({ schema: schemaOf(one), model: one.model, dimensions: one.dimensions })
  return dropped
}

const modelsOf = (databases: Databases, edition: string): Promise<readonly Found[]> =>
  databases.within('generations').rows<Found>(sql`
    select hash, number, live, model, dimensions
    from generation
    where edition = ${edition}
    order by hash, number`)

export type Release = () => Promise<void>

/** Which generations are in use: a replaced one is dropped when its last lease is released. */
export type Leases = {
  /** Keeps a generation from being dropped. Look afterwards whether it is still there. */
  readonly hold: (generation: Generation) => Promise<Release>
  /** Claims the right to rebuild generations of this hash; undefined while somebody else has it. */
  readonly claim: (hash: string) => Promise<Release | undefined>
  /** Drops a generation that is not live, unless it is in use. */
  readonly drop: (generation: Generation) => Promise<boolean>
  /** Drops replaced generations without leases; answers with the number of dropped schemas. */
  readonly collect: (hash: string) => Promise<number>
  /** Drops the read tables of embedding models that are neither kept nor leased; answers with those dropped. */
  readonly dropUnusedModels: (
    wanted: Parameters<typeof dropUnusedModels>[0],
    kept: Parameters<typeof dropUnusedModels>[1],
  ) => ReturnType<typeof dropUnusedModels>
}

/** Across processes by advisory locks, in an embedded directory by counting, as there it is one process. */
export const createLeases = (databases: Databases): Leases => {
  const { kept, isFree } = databases.kind === 'postgres' ? onServer(databases) : inProcess()
  const drop: Leases['drop'] = (one) => dropGeneration(databases, one, (tx) => isFree(tx, schemaOf(one)))
  return {
    drop,
    hold: async (generation) => (await kept(schemaOf(generation), 'shared')) ?? (async () => {}),
    claim: (hash) => kept(`rebuild ${hash}`, 'alone'),
    collect: async (hash) => {
      const live = await liveOf(databases, hash)
      let dropped = 0
      for (const one of await generationsOf(databases, hash))
        if (live && one.number < live.number && (await drop(one))) dropped++
      return dropped
    },
    dropUnusedModels: (wanted, kept) => dropUnusedModels(wanted, kept, isFree),
  }
}

type Kind = 'shared' | 'alone'
type Keeping = {
  readonly kept: (name: string, kind: Kind) => Promise<Release | undefined>
  readonly isFree: (tx: Database, name: string) => Promise<boolean>
}

const inProcess = (): Keeping => {
  const counts = new Map<string, number>()
  return {
    kept: async (name, kind) => {
      const count = counts.get(name) ?? 0
      if (kind === 'alone' && count > 0) return undefined
      counts.set(name, count + 1)
      return async () => void counts.set(name, (counts.get(name) ?? 1) - 1)
    },
    isFree: async (_, name) => (counts.get(name) ?? 0) === 0,
  }
}

/** The first key of these locks among all advisory locks of the database. */
const SPACE = 7_234_902
/** A lost connection is noticed by then, and until then a generation in use is not held. */
const PING_MS = 1000
const RETRY_MS = 500

const onServer = (databases: Databases): Keeping => ({
  kept: async (name, kind) => {
    const released = new AbortController()
    let keeping: Promise<void> = Promise.resolve()
    const got = await new Promise<boolean>((told, failed) => {
      keeping = keep(databases, { name, kind, until: released.signal }, told)
      keeping.catch(failed)
    })
    if (!got) return undefined
    return async () => {
      released.abort()
      await keeping
    }
  },
  isFree: async (tx, name) => {
    const [lock] = await tx.rows<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${SPACE}, hashtext(${name})) as free`,
    )
    return lock?.free === true
  },
})

type Kept = { readonly name: string; readonly kind: Kind; readonly until: AbortSignal }

/**
 * A transaction that stays open on a connection of its own, for the lock falls with the connection. It reads nothing,
 * so it holds up no vacuum. A lost connection is made again; what was dropped meanwhile had been replaced.
 */
const keep = async (databases: Databases, { name, kind, until }: Kept, told: (got: boolean) => void): Promise<void> => {
  let had = false
  while (!until.aborted) {
    try {
      const got = await databases.within('generation_holds').transaction(async (tx) => {
        await tx.rows(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
        if (!(await locked(tx, name, kind))) return false
        had = true
        told(true)
        while (!until.aborted) {
          await pause(PING_MS, undefined, { signal: until, ref: false }).catch(() => {})
          await tx.rows(sql`select 1 as alive`)
        }
        return true
      })
      if (!got && !had) return told(false)
    } catch (error) {
      if (!had) throw error
    }
    if (!until.aborted) await pause(RETRY_MS, undefined, { signal: until, ref: false }).catch(() => {})
  }
}

const locked = async (tx: Database, name: string, kind: Kind): Promise<boolean> => {
  const lock =
    kind === 'alone'
      ? sql`pg_try_advisory_xact_lock(${SPACE}, hashtext(${name}))`
      : sql`pg_advisory_xact_lock_shared(${SPACE}, hashtext(${name})) is not null`
  const [row] = await tx.rows<{ got: boolean }>(sql`select ${lock} as got`)
  return row?.got === true
}

/** How many processes have the read tables of a model open. One in an embedded directory: there is no other process. */
export const leaseHolders = async (wanted: Wanted): Promise<number> => {
  const { databases } = wanted
  if (databases.kind === 'pglite') return 1
  const schemas = (await generationsOf(databases, hashOf(wanted))).map(schemaOf)
  return countOf(databases, schemas)
}

/** By the lock that each keeps on a connection of its own. */
const countOf = async (databases: Databases, schemas: readonly string[]): Promise<number> => {
  const [found] = await databases.within('generations').rows<{ holders: number }>(sql`
    select count(*)::int as holders
    from pg_locks l
    join unnest(${schemas}::text[]) as s (name) on l.objid = (hashtext(s.name)::bigint & 4294967295)::oid
    where l.locktype = 'advisory'
      and l.database = (select oid from pg_database where datname = current_database())
      and l.classid = ${SPACE}::oid
      and l.mode = 'ShareLock'
      and l.granted`)
  return found?.holders ?? 0
}
