import { createTransact, type Reach } from '../../commands/transact.js'
import { perSecond } from '../../concurrency/per-second.js'
import { type EventStore, EventStoreOverloaded, type Streams } from '../../event-store/event-store.js'
import type { Databases } from '../../postgres/database.js'
import type { Release } from '../../projector/generations/leases.js'
import { type Amount, countLacking, lackingAfter, stillLacking } from '../../projector/missing-vectors.js'
import { ProjectorStopped, ReadModelBehind, reachedUnlessParked } from '../../projector/progress.js'
import { ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { built } from './cut-over.js'
import type { Direction } from './direction.js'
import { type AppendDependencies, appendVectors, fillVectors } from './fill-vectors.js'
import { createPace } from './rate-limit.js'
import { type Estimate, type ReembedOptions, ReembedRefused, ReembedUnderWay, type ReembedWatch } from './report.js'

export type FillDependencies = {
  readonly databases: Pick<Databases, 'kind'>
  readonly store: EventStore
  readonly streams: Streams
  /** Claims the right to embed what is missing; undefined while another process has it. */
  readonly claim: () => Promise<Release | undefined>
  readonly now: () => string
  readonly newId: () => string
  readonly limits: { readonly maxAppendBytes: number; readonly writeTimeoutMs: number }
}

/** How to handle a provider that fails. */
const goingOnLater = (error: unknown): never => {
  if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error
  throw new ReembedRefused(
    `${error.message}. Check the provider and its settings (NEXT_EMBEDDING_*), then run it again: what was embedded is kept. Nothing was switched.`,
  )
}

/** The old model may no longer be reachable. */
const unseen = (error: unknown): 0 => {
  if (error instanceof ProviderUnavailable || error instanceof ProviderRejected) return 0
  throw error
}

/** How often texts that were written meanwhile are looked for again. */
const ROUNDS = 5

/** How many texts the models of these sets have not embedded yet. */
export const lackingIn = async (readModelSets: readonly ReadModelSet[]): Promise<Amount> => {
  const amounts = await Promise.all(readModelSets.map(({ serving }) => serving.reading(countLacking)))
  const sum = (of: 'texts' | 'characters') => amounts.reduce((all, amount) => all + amount[of], 0)
  return { texts: sum('texts'), characters: sum('characters') }
}

type Filling = {
  readonly options: ReembedOptions
  readonly watch: ReembedWatch
  readonly estimate: Estimate
}

/** The new model first, then the old one, so that changing back needs no embedding. */
export const fillBoth = async (parts: FillDependencies, { from, to }: Direction, filling: Filling): Promise<number> => {
  const release = await parts.claim()
  if (release === undefined) throw new ReembedUnderWay()
  try {
    const watch = progressOf(filling)
    let embedded = 0
    for (let round = 1; round <= ROUNDS; round++) {
      embedded += await fillReadModels(parts, to, watch).catch(goingOnLater)
      embedded += await fillReadModels(parts, from, watch).catch(unseen)
      await built(to, parts.store, filling.watch)
      if ((await lackingIn([to])).texts === 0) return embedded
    }
    const { texts } = await lackingIn([to])
    throw new ReembedRefused(
      `${texts} texts could not be written, because their users are parked or written to without a pause. GET /v1/admin/health tells who is parked; run it again to go on. Nothing was switched.`,
    )
  } finally {
    await release()
  }
}

const progressOf = ({ options, watch: { report, signal }, estimate }: Filling) => {
  const began = performance.now()
  let done = 0
  const tell = (phase: 'embedding' | 'waiting') => {
    report({ phase, done, total: Math.max(done, estimate.texts), perSecond: perSecond(done, began) })
  }
  const shown = (texts: number) => {
    done += texts
    tell('embedding')
  }
  return { rate: options.rate, signal, shown, waiting: () => tell('waiting') }
}

type Watch = Parameters<typeof fillVectors>[1]

/** Texts per batch on the embedded database: requests wait while a batch is written. */
const EMBEDDED = 32
const SHOWN_MS = 5000

/** Embeds with one model the texts that it lacks. Returns how many texts were written. */
const fillReadModels = (
  parts: FillDependencies,
  readModelSet: ReadModelSet,
  { rate, ...watch }: Watch & { readonly rate: number | undefined },
): Promise<number> => {
  const { reading } = readModelSet.serving
  const append = appendDependencies(parts, readModelSet)
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

/** A user who is parked or written to without a pause does not block the others. */
const notNow = (error: unknown): undefined => {
  if (error instanceof ProjectorStopped || error instanceof EventStoreOverloaded || error instanceof ReadModelBehind)
    return undefined
  throw error
}

const appendDependencies = (
  { store, streams, limits, now, newId }: FillDependencies,
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
  reached: reachedUnlessParked(projector),
  // A write that was not visible in time is waited for before the next decision.
  shown: (_, position) => projector.reached(position, AbortSignal.timeout(SHOWN_MS)).catch(() => {}),
})
