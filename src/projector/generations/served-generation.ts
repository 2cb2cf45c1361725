import type { DomainEvent } from '../../domain/all-events.js'
import { lostPlace } from '../../event-store/log-range.js'
import type { Database } from '../../postgres/database.js'
import { readCheckpoint, tellPassed } from '../apply/checkpoint.js'
import type { Followed } from '../followed.js'
import type { Projection } from '../projection.js'
import { type Projector, startProjector } from '../projector.js'
import { type Generation, openGeneration, schemaOf, type Wanted } from './generations.js'
import type { Leases, Release } from './leases.js'

export type ServingDependencies = Omit<Followed, 'model'> & {
  readonly wanted: Wanted
  readonly projections: readonly Projection<DomainEvent>[]
  readonly leases: Leases
}

/** A generation that requests read, and its projector. */
export type Served = {
  readonly generation: Generation
  readonly projector: Projector
  readonly release: Release
  /** Runs a piece of work on its tables. */
  readonly used: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Resolves when all that runs on its tables now has ended. */
  readonly drained: () => Promise<unknown>
}

type Held = Pick<Served, 'generation' | 'release'>

/** Leases a generation, or the one that became live in the meantime, and hands the log the end that it has recorded. */
export const held = async ({ wanted, leases, store }: ServingDependencies, generation: Generation): Promise<Held> => {
  for (let wish = generation; ; ) {
    const release = await leases.hold(wish)
    const now = await openGeneration(wanted)
    if (now.number === wish.number) {
      await tellPassed({ db: wanted.databases.within(schemaOf(now)), logId: wanted.logId }, store)
      return { generation: now, release }
    }
    await release()
    wish = now
  }
}

export const serve = ({ wanted, projections, leases, ...followed }: ServingDependencies, one: Held): Served => {
  const { databases, logId } = wanted
  const db = databases.within(schemaOf(one.generation))
  const use = inUse(db)
  const ifEmbedded = databases.kind === 'pglite' ? { readsEnded: use.drained, embedded: true } : {}
  const projector = startProjector({ ...followed, model: { db, logId, projections, ...ifEmbedded } })
  return { ...one, projector, ...use }
}

const inUse = (db: Database): Pick<Served, 'used' | 'drained'> => {
  const requests = new Set<Promise<unknown>>()
  return {
    used: async (work) => {
      const request = work(db)
      requests.add(request)
      try {
        return await request
      } finally {
        requests.delete(request)
      }
    },
    drained: () => Promise.allSettled(requests),
  }
}

type Meeting = { readonly store: Followed['store']; readonly signal: AbortSignal }

/**
 * Resolves with the next one when it shows all that the one before it has shown; the projector of that one has ended then.
 * Those who wait for it meanwhile go on waiting. Of what the log no longer holds it shows nothing: then it has to be where it was left.
 */
export const cutOver = async (next: Served, before: Served, { store, signal }: Meeting): Promise<Served> => {
  try {
    const lost = await before
      .used(async (db) => lostPlace(store, (await readCheckpoint(db)).place))
      .catch(() => undefined)
    const { place } = await next.used(readCheckpoint)
    const shown = () => (lost === undefined ? before.projector.position() : (place?.position ?? 'start'))
    await next.projector.reached(shown(), signal)
    await before.projector.close()
    // What stops it now would stop it behind the pointer, too: there is no way back.
    await next.projector.reached(shown(), signal).catch(() => {})
    return next
  } catch (error) {
    await next.projector.close()
    await next.release()
    throw error
  }
}

/** When the last request that reads it has ended, it is given up, and dropped unless other processes hold it. */
export const retire = async ({ leases, log }: ServingDependencies, one: Served): Promise<void> => {
  await one.drained()
  await one.release()
  await leases.collect(one.generation.hash).catch(log.retrying)
}
