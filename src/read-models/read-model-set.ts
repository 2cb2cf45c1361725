import { setTimeout as pause } from 'node:timers/promises'
import { projections } from '../../projections/index.js'
import { version } from '../../projections/version.js'
import type { Watch } from '../concurrency/operation.js'
import { remembered } from '../concurrency/remembered.js'
import type { EmbeddingModel } from '../domain/embedding.js'
import { type EventStore, EventStoreUnavailable } from '../event-store/event-store.js'
import type { Databases } from '../postgres/database.js'
import { DatabaseClosed, isUnavailable } from '../postgres/faults.js'
import type { FollowedLog } from '../projector/followed.js'
import { lostIn } from '../projector/generations/foreign-read-model.js'
import { finishGeneration, hashOf, liveOf, openGeneration } from '../projector/generations/generations.js'
import type { Leases } from '../projector/generations/leases.js'
import { type Serving, type ServingDependencies, serveGenerations } from '../projector/generations/serve-generations.js'
import { ProjectorStopped } from '../projector/progress.js'
import type { ProjectorLog } from '../projector/projector.js'
import { batchMs, gatedLog } from '../projector/rebuild/gated-log.js'
import type { RebuildOptions, RebuildResult } from '../projector/rebuild/plan-rebuild.js'
import { type Rebuilding, rebuild } from '../projector/rebuild/rebuild.js'
import type { EmbeddingProvider } from '../providers/embedding.js'

const RETRY_MS = 500

/** Tries again while the database is not there. */
const retryUntilAvailable = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DatabaseClosed) throw error
      if (!isUnavailable(error) && !(error instanceof EventStoreUnavailable)) throw error
      await pause(RETRY_MS)
    }
  }
}

const NEVER = new AbortController().signal

/** Makes the first generation live when it has come as far as the log; begun when it is first asked for. */
const catchingUp = (store: Pick<EventStore, 'end'>, serving: Serving, notServed: (error: unknown) => void) => {
  let live = false
  let isNoted = false
  // A rebuild, or the right log, may have mended a failure when it is asked for again.
  const caughtUp = remembered(async () => {
    try {
      await serving.projector.reached(await retryUntilAvailable(() => store.end()), NEVER)
      if (!serving.wasLive) await retryUntilAvailable(serving.goLive)
      live = true
      isNoted = false
    } catch (error) {
      // At an event that cannot be applied, what was live before is still read; health and writes answer 503.
      live = serving.wasLive
      // The projector has logged that one. A change of the model asks again each second.
      if (!(error instanceof ProjectorStopped || isNoted)) {
        isNoted = true
        notServed(error)
      }
      throw error
    }
  })
  return {
    /** Whether the read models have caught up with the log since this process started. */
    isLive: () => live,
    /** Resolves when they have. Rejects when the projector has stopped at an event that it cannot apply. */
    caughtUp,
  }
}

export type StoreContext = {
  readonly databases: Databases
  readonly store: FollowedLog
  readonly logId: string
  /** Where the read schema is defined. */
  readonly definition: string
  /** Whether requests are served meanwhile. */
  readonly serves: boolean
  readonly leases: Leases
}

type Opening = {
  readonly provider: EmbeddingProvider
  /** Whether requests wait for it; else it is built in the background. */
  readonly answers: boolean
  readonly log: ProjectorLog & { readonly notServed: (error: unknown) => void }
}

/** The read models of one embedding model: each has generations, a checkpoint and a projector of its own. */
export type ReadModelSet = Awaited<ReturnType<typeof openReadModelSet>>

/** Opens the read models of one embedding model, keeps them up to date, and can rebuild them while they are read. */
export const openReadModelSet = async (context: StoreContext, { provider, answers, log }: Opening) => {
  const { databases, store, serves } = context
  const ahead = databases.kind === 'postgres'
  const sharesConnection = serves && !ahead
  const parts = partsOf(context, provider, { log, ahead })
  // An index of a filled table would hold the one connection for long.
  if (sharesConnection && !answers) await finishGeneration(parts.wanted, await openGeneration(parts.wanted), 'empty')
  const pieceMs = batchMs(databases.kind, sharesConnection && !answers)
  const followed = ahead ? parts : { ...parts, store: gatedLog(store, pieceMs).store }
  const serving = await serveGenerations(followed)
  return {
    provider,
    serving,
    wanted: parts.wanted,
    ...catchingUp(store, serving, log.notServed),
    rebuild: (options: RebuildOptions, watch: Watch): Promise<RebuildResult> =>
      rebuild({ ...parts, sharesConnection, moved: serving.look }, options, watch),
    /** Whether the live read models were not built from the log as it is. */
    isForeign: async (): Promise<boolean> => {
      const live = await liveOf(databases, hashOf(parts.wanted))
      return live !== undefined && (await lostIn(store, databases, live)) !== undefined
    },
  }
}

/** What the read models of all embedding models have in common: one log, one version of the code. */
export const editionWanted = ({
  databases,
  logId,
  definition,
}: Pick<StoreContext, 'databases' | 'logId' | 'definition'>) => ({
  databases,
  definition,
  // Words are told apart, folded and sorted by the rules of ICU, which comes with Node.
  projectionsVersion: `${version} ${process.versions.icu}`,
  logId,
})

/** What builds the read models of a model beside the live ones, where nobody is served and none is to take their place. */
export const rebuildingOf = (
  context: Omit<StoreContext, 'serves'>,
  model: EmbeddingModel,
  log: ProjectorLog,
): Rebuilding => {
  const parts = partsOf(context, model, { log, ahead: context.databases.kind === 'postgres' })
  return { ...parts, sharesConnection: false, moved: async () => {} }
}

const partsOf = (
  context: Omit<StoreContext, 'serves'>,
  { model, dimensions }: EmbeddingModel,
  { log, ahead }: { readonly log: ProjectorLog; readonly ahead: boolean },
): ServingDependencies => ({
  wanted: { ...editionWanted(context), model: { model, dimensions } },
  store: context.store,
  projections: projections.of({ model, dimensions }),
  leases: context.leases,
  log,
  ahead,
})
