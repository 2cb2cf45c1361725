import { createTransact, type Reach } from '../../commands/transact.js'
import { EventStoreOverloaded } from '../../event-store/event-store.js'
import { lackingAfter, stillLacking } from '../../projector/missing-vectors.js'
import { ProjectorStopped, ReadModelBehind, UserParked } from '../../projector/progress.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { type AppendDependencies, appendVectors, fillVectors } from './fill-vectors.js'
import { createPace } from './rate-limit.js'
import type { ReembedDependencies } from './reembed-parts.js'

type Watch = Parameters<typeof fillVectors>[1]

/** Texts at once on the embedded database, where what is written together keeps requests waiting together. */
const EMBEDDED = 32
const SHOWN_MS = 5000

/** Shows the family's model what it has not seen. Gives how many texts were written. */
export const fillReadModels = (
  parts: ReembedDependencies,
  readModelSet: ReadModelSet,
  { rate, ...watch }: Watch & { readonly rate: number | undefined },
): Promise<number> => {
  const { reading } = readModelSet.serving
  const append = appendParts(parts, readModelSet)
  const pace = createPace(rate)
  const most = parts.databases.kind === 'pglite' ? Math.min(EMBEDDED, pace.most) : pace.most
  return fillVectors(
    {
      provider: readModelSet.provider,
      pace: { ...pace, most },
      next: (after, count) => reading((db) => lackingAfter(db, after, count)),
      append: (seen) => appendVectors(append, seen).catch(notNow),
    },
    watch,
  )
}

/** A user who is parked, or written to without a pause, does not hold up the others. */
const notNow = (error: unknown): undefined => {
  if (error instanceof ProjectorStopped || error instanceof EventStoreOverloaded || error instanceof ReadModelBehind)
    return undefined
  throw error
}

const appendParts = (
  { store, streams, limits, now, newId }: ReembedDependencies,
  { provider, serving }: ReadModelSet,
): AppendDependencies => ({
  model: { model: provider.model, dimensions: provider.dimensions },
  transact: createTransact(store, reachOf(serving), async () => undefined),
  streams,
  lacking: async (stream, seen) => {
    const { revision, ...state } = await serving.reading((db) => stillLacking(db, stream, seen))
    return { revision, state }
  },
  maxAppendBytes: limits.maxAppendBytes,
  timeoutMs: limits.writeTimeoutMs,
  now,
  newId,
})

const reachOf = ({ projector }: ReadModelSet['serving']): Reach => ({
  reached: async (stream, position, signal) => {
    if (projector.isParked(stream)) throw new UserParked('the user is parked')
    await projector.reached(position, signal)
  },
  // What is not shown in time is waited for when the next is decided.
  shown: (_, position) => projector.reached(position, AbortSignal.timeout(SHOWN_MS)).catch(() => {}),
})
