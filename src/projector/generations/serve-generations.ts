import { watch } from '../../concurrency/watch.js'
import type { Database } from '../../postgres/database.js'
import { createProgress } from '../progress.js'
import type { Projector } from '../projector.js'
import { lostIn } from './foreign-read-model.js'
import {
  finishGeneration,
  GENERATION_MOVED,
  type Generation,
  goLive,
  liveOf,
  openGeneration,
  schemaOf,
} from './generations.js'
import { cutOver, held, retire, type Served, type ServingDependencies, serve } from './served-generation.js'

/** The generation that this process reads and keeps up to date: another one, when a rebuild has moved the pointer. */
export type Serving = {
  /** Runs a request, or a step of one, on the generation that is live when it begins; it keeps that to its end. */
  readonly reading: Reading
  readonly projector: ServedProgress
  readonly schema: () => string
  /** Whether there was a finished generation at the start. */
  readonly wasLive: boolean
  /** Makes the first generation live, indexes and all, once it has come that far. */
  readonly goLive: () => Promise<void>
  /** Notices a moved pointer; resolves when requests read the generation that is live. */
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

export type Reading = <T>(work: (db: Database) => Promise<T>) => Promise<T>
export type ServedProgress = Pick<
  Projector,
  'position' | 'reached' | 'state' | 'fault' | 'isParked' | 'parked' | 'isErasing' | 'erased' | 'leads'
>

const POLL_MS = 1000

/** Opens the live generation, or makes the first one, and follows the pointer from then on. */
export const serveGenerations = async (parts: ServingDependencies): Promise<Serving> => {
  const first = serve(parts, await held(parts, await openedIn(parts)))
  const stand = standOf(parts, first)
  const { hash, live: wasLive } = first.generation
  const unwatch = await watchPointer(parts, stand.look)
  await parts.leases.collect(hash).catch(parts.log.retrying)
  return {
    ...stand,
    schema: () => schemaOf(stand.current().generation),
    wasLive,
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
  let looking: Promise<void> = Promise.resolve()
  const closing = new AbortController()
  const leaving = new Set<Promise<void>>()
  const progress = createProgress()
  let unfollow = first.projector.followedBy(progress)
  const look = (): Promise<void> => {
    looking = looking
      .catch(() => {})
      .then(async () => {
        const live = await liveOf(parts.wanted.databases, first.generation.hash)
        if (closing.signal.aborted || live === undefined || live.number === current.generation.number) return
        const before = current
        const next = serve(parts, await held(parts, live))
        current = await cutOver(next, before, { store: parts.store, signal: closing.signal })
        unfollow()
        unfollow = current.projector.followedBy(progress)
        const left = retire(parts, before)
        leaving.add(left)
        void left.finally(() => leaving.delete(left))
      })
    return looking
  }
  const reading: Reading = (work) => current.used(work)
  const close = async () => {
    closing.abort()
    await looking.catch(() => {})
    await current.projector.close()
    await current.release()
    await Promise.all(leaving)
  }
  return {
    current: () => current,
    look,
    reading,
    projector: progressOf(() => current.projector, progress),
    close,
  }
}

const progressOf = (
  current: () => Projector,
  { position, reached }: Pick<ServedProgress, 'position' | 'reached'>,
): ServedProgress => ({
  position,
  reached,
  state: () => current().state(),
  fault: () => current().fault(),
  isParked: (stream) => current().isParked(stream),
  parked: () => current().parked(),
  isErasing: (stream) => current().isErasing(stream),
  erased: async (stream, signal) => {
    // Another one may have taken its place, which has erased the user or is about to.
    for (let one: Projector | undefined; one !== current(); ) {
      one = current()
      await one.erased(stream, signal)
    }
  },
  leads: () => current().leads(),
})

/** In an embedded directory the rebuild itself calls `look`. */
const watchPointer = async ({ wanted: { databases }, log }: ServingDependencies, look: () => Promise<void>) =>
  databases.kind === 'pglite'
    ? async () => {}
    : watch({
        listen: (notified) => databases.listen(GENERATION_MOVED, notified),
        look: () => look().catch(log.retrying),
        pollMs: POLL_MS,
      })
