import { setTimeout as pause } from 'node:timers/promises'
import type { StoreState } from '../../commands/open-store.js'
import { OperationRefused, type Watch } from '../../concurrency/operation.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { type EmbeddingModel, modelName, sameModel } from '../../domain/embedding.js'
import type { EventStore } from '../../event-store/event-store.js'
import { leaseHolders } from '../../projector/generations/leases.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'

/** From the read-model set of one model to that of another. */
export type Direction = { readonly from: ReadModelSet; readonly to: ReadModelSet }

type StoreModels = {
  readonly readModelSets: readonly ReadModelSet[]
  readonly state: StoreState
  /** The next model of the settings. */
  readonly next: EmbeddingModel | undefined
}

/** To the next model of the settings, or back to the previous one. Throws OperationRefused. */
export const directionOf = (known: StoreModels, back: boolean): Direction => {
  const { readModelSets } = known
  const wanted = back ? before(known) : nextOf(known)
  const to = readModelSets.find(({ provider }) => sameModel(provider, wanted))
  const from = readModelSets.find((readModelSet) => readModelSet !== to)
  if (to === undefined || from === undefined)
    throw new OperationRefused(
      `${modelName(wanted)} answered before, but the settings do not name it: name it in NEXT_EMBEDDING_*, also for a server that runs, and restart that.`,
    )
  return { from, to }
}

const nextOf = ({ next }: StoreModels): EmbeddingModel => {
  if (next === undefined)
    throw new OperationRefused(
      'There is no model to change to: name it in NEXT_EMBEDDING_PROVIDER, NEXT_EMBEDDING_MODEL and NEXT_EMBEDDING_DIMENSIONS, also for a server that runs, and restart that.',
    )
  return next
}

const before = ({ state }: StoreModels): EmbeddingModel => {
  const earlier = state.before.findLast((model) => !sameModel(model, state.chosen))
  if (earlier === undefined)
    throw new OperationRefused(
      `There is no model to go back to: requests have only ever been answered by ${modelName(state.chosen)}.`,
    )
  return earlier
}

const REPORT_MS = 200

/** Resolves when the read-model set is built up to the end of the log, indexes included. */
export const built = async (
  { caughtUp, serving: { projector } }: ReadModelSet,
  store: Pick<EventStore, 'end'>,
  { report, signal }: Watch,
): Promise<void> => {
  const end = numberOf(await store.end())
  const tell = () => {
    const done = Math.min(end, numberOf(projector.position()))
    report({ phase: 'Building the read models', done, total: end, unit: 'positions of the log' })
  }
  const ticking = setInterval(tell, REPORT_MS)
  try {
    await unlessAborted(caughtUp(), signal)
    await projector.reached(await store.end(), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(ticking)
  }
}

const numberOf = (position: bigint | 'start'): number => (position === 'start' ? 0 : Number(position))

/** A process that starts or stops has only one of two read models open for a moment. */
const SETTLED_MS = 10_000
const AGAIN_MS = 500

/** Throws OperationRefused while users are parked in the new models alone, or processes have only the old ones open. */
export const refuseToRetire = async ({ from, to }: Direction, signal: AbortSignal): Promise<void> => {
  const parked = to.serving.projector.parked()
  if (parked > from.serving.projector.parked())
    throw new OperationRefused(
      `${modelName(to.provider)} cannot answer yet: ${parked} users are parked in its read models. GET /v1/admin/health tells who.`,
    )
  for (const until = performance.now() + SETTLED_MS; ; await pause(AGAIN_MS, undefined, { signal })) {
    const [old, next] = await Promise.all([leaseHolders(from.wanted), leaseHolders(to.wanted)])
    if (next >= old) return
    if (performance.now() > until)
      throw new OperationRefused(
        `${old - next} processes serve this store without ${modelName(to.provider)}: name it in NEXT_EMBEDDING_* for them too, and restart them. Nothing was switched.`,
      )
  }
}
