import pLimit from 'p-limit'
import { watch } from '../../concurrency/watch.js'
import type { DomainEvent } from '../../domain/all-events.js'
import { lostPlace } from '../../event-store/log-range.js'
import type { Database, Reading } from '../../postgres/database.js'
import { readCheckpoint, tellPassed } from '../apply/checkpoint.js'
import type { Followed } from '../followed.js'
import type { Projection } from '../projection.js'
import { type Projector, startProjector } from '../projector.js'
import { lostIn } from './foreign-read-model.js'
import {
  finishGeneration,
  GENERATION_MOVED,
  type Generation,
  goLive,
  liveOf,
  openGeneration,
  type ReadModels,
  schemaOf,
} from './generations.js'
import type { Leases, Release } from './leases.js'

export type ServingDependencies = Omit<Followed, 'model' | 'locks'> & {
  readonly wanted: ReadModels
  readonly projections: readonly Projection<DomainEvent>[]
  readonly leases: Leases
}

export type ServedProgress = Pick<
  Projector,
  'position' | 'reached' | 'state' | 'fault' | 'isParked' | 'parked' | 'isErasing' | 'erased' | 'leads'
>

const POLL_MS = 1000

export type Serving = Awaited<ReturnType<typeof serveGenerations>>

/** Opens the live generation, or makes the first, and follows the pointer to one that a rebuild made live. */
export const serveGenerations = async (parts: ServingDependencies) => {
  const first = serve(parts, await held(parts, await openedIn(parts)))
  const stand = standOf(parts, first)
  const { hash, live: wasLive } = first.generation
  const unwatch = await watchPointer(parts, stand.look)
  await parts.leases.collect(hash).catch(parts.log.retrying)
  return {
    reading: stand.reading,
    projector: stand.projector,
    /** Notices a moved pointer; resolves when requests read the generation that is live. */
    look: stand.look,
    schema: () => schemaOf(stand.current().generation),
    /** Whether there was a finished generation at the start. */
    wasLive,
    /** Makes the first generation live, indexes and all, once it has come that far. */
    goLive: async () => {
      await finishGeneration(parts.wanted, stand.current().generation, 'filled')
      await goLive(parts.wanted.databases, stand.current().generation)
    },
    close: async () => {
      await unwatch()
      await stand.close()
    },
  }
}

/** A generation that was still being built when the log was replaced is begun anew: it was never read. */
const openedIn = async ({ wanted, store, leases }: ServingDependencies): Promise<Generation> => {
  const found = await openGeneration(wanted)
  if (found.live || (await lostIn(store, wanted.databases, found)) === undefined) return found
  await leases.drop(found)
  return openGeneration(wanted)
}

/** Where requests find the generation of the day. */
const standOf = (parts: ServingDependencies, first: Served) => {
  let current = first
  const inTurn = pLimit(1)
  const closing = new AbortController()
  const leaving = new Set<Promise<void>>()
  const look = (): Promise<void> =>
    inTurn(async () => {
      const live = await liveOf(parts.wanted.databases, first.generation.hash)
      if (closing.signal.aborted || live === undefined || live.number === current.generation.number) return
      const before = current
      const next = serve(parts, await held(parts, live))
      current = await cutOver(next, before, { store: parts.store, signal: closing.signal })
      before.projector.handOver()
      const left = retire(parts, before)
      leaving.add(left)
      void left.finally(() => leaving.delete(left))
    })
  const reading: Reading = (work) => current.used(work)
  const close = async () => {
    closing.abort()
    await inTurn(async () => {})
    await current.projector.close()
    await current.release()
    await Promise.all(leaving)
  }
  return {
    current: () => current,
    look,
    reading,
    projector: progressOf(() => current.projector),
    close,
  }
}

const progressOf = (current: () => Projector): ServedProgress => {
  /** Another one may take its place meanwhile: then that is waited for, too. */
  const waitFor = async (wait: (one: Projector) => Promise<void>): Promise<void> => {
    for (let one: Projector | undefined; one !== current(); ) {
      one = current()
      await wait(one)
    }
  }
  return {
    position: () => current().position(),
    reached: (position, signal) => waitFor((one) => one.reached(position, signal)),
    state: () => current().state(),
    fault: () => current().fault(),
    isParked: (stream) => current().isParked(stream),
    parked: () => current().parked(),
    isErasing: (stream) => current().isErasing(stream),
    erased: (stream, signal) => waitFor((one) => one.erased(stream, signal)),
    leads: () => current().leads(),
  }
}

/** In an embedded directory the rebuild itself calls `look`. */
const watchPointer = async ({ wanted: { databases }, log }: ServingDependencies, look: () => Promise<void>) =>
  databases.kind === 'pglite'
    ? async () => {}
    : watch({
        listen: (notified) => databases.listen(GENERATION_MOVED, notified),
        look: () => look().catch(log.retrying),
        pollMs: POLL_MS,
      })

/** A generation that requests read, and its projector. */
type Served = {
  readonly generation: Generation
  readonly projector: Projector
  readonly release: Release
  /** Runs a piece of work on its tables. */
  readonly used: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Resolves when all that runs on its tables now has ended. */
  readonly drained: () => Promise<unknown>
}

type Leased = Pick<Served, 'generation' | 'release'>

/** Leases a generation, or the one that became live in the meantime, and hands the log the end that it has recorded. */
const held = async ({ wanted, leases, store }: ServingDependencies, generation: Generation): Promise<Leased> => {
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

const serve = ({ wanted, projections, leases, ...followed }: ServingDependencies, one: Leased): Served => {
  const { databases, logId } = wanted
  const db = databases.within(schemaOf(one.generation))
  const use = inUse(db)
  const ifEmbedded = databases.kind === 'pglite' ? { readsEnded: use.drained, embedded: true } : {}
  const projector = startProjector({ ...followed, locks: databases, model: { db, logId, projections, ...ifEmbedded } })
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
const cutOver = async (next: Served, before: Served, { store, signal }: Meeting): Promise<Served> => {
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
const retire = async ({ leases, log }: ServingDependencies, one: Served): Promise<void> => {
  await one.drained()
  await one.release()
  await leases.collect(one.generation.hash).catch(log.retrying)
}
