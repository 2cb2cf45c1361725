import { setTimeout as pause } from 'node:timers/promises'
import { projections } from '../projections/index.js'
import { type EventStore, EventStoreUnavailable } from './event-store/event-store.js'
import type { Databases } from './postgres/database.js'
import { DatabaseClosed, isUnavailable } from './postgres/faults.js'
import { EMBEDDED_BATCH_MS, gatedLog } from './projector/gated-log.js'
import { finishGeneration, openGeneration, type Wanted } from './projector/generations.js'
import type { Holds } from './projector/hold-generations.js'
import type { Leadership } from './projector/leadership.js'
import { ProjectorStopped } from './projector/progress.js'
import type { ProjectorLog } from './projector/projector.js'
import { rebuild } from './projector/rebuild.js'
import type { RebuildOptions, RebuildResult, Watch } from './projector/rebuild-report.js'
import { type Serving, serveGenerations } from './projector/serve-generations.js'
import type { ServingParts } from './projector/served-generation.js'
import type { EmbeddingProvider } from './providers/embedding.js'

/** The read models of one embedding model: each has generations, a checkpoint and a projector of its own. */
export type Family = {
  readonly provider: EmbeddingProvider
  readonly serving: Serving
  readonly wanted: Wanted
  /** Whether the read models have caught up with the log since this process started. */
  readonly isLive: () => boolean
  /** Resolves when they have. Rejects when the projector has stopped at an event that it cannot apply. */
  readonly caughtUp: () => Promise<void>
  readonly rebuild: (options: RebuildOptions, watch: Watch) => Promise<RebuildResult>
}

export type Ground = {
  readonly databases: Databases
  readonly store: EventStore
  readonly logId: string
  /** Where the read schema is defined. */
  readonly definition: string
  /** Whether requests are served meanwhile. */
  readonly serves: boolean
  readonly holds: Holds
  readonly leadership: Leadership
}

type Opening = {
  readonly provider: EmbeddingProvider
  /** Whether requests wait for it; else it is built in the background. */
  readonly answers: boolean
  readonly log: ProjectorLog & { readonly unserved: (error: unknown) => void }
}

const NEVER = new AbortController().signal
const RETRY_MS = 500

/** Opens the read models of one embedding model and keeps them up to date, with a way to build them anew beside themselves. */
export const openFamily = async (ground: Ground, { provider, answers, log }: Opening): Promise<Family> => {
  const { databases, store, serves } = ground
  const ahead = databases.kind === 'postgres'
  const gently = serves && !ahead
  const parts = partsOf(ground, provider, { log, ahead })
  // An index of a filled table would hold the one connection for long.
  if (gently && !answers) await finishGeneration(parts.wanted, await openGeneration(parts.wanted))
  const followed = gently && !answers ? { ...parts, store: gatedLog(store, EMBEDDED_BATCH_MS).store } : parts
  const serving = await serveGenerations(followed)
  return {
    provider,
    serving,
    wanted: parts.wanted,
    ...catchingUp(ground, serving, log.unserved),
    rebuild: (options, watch) => rebuild({ ...parts, gently, moved: serving.look }, options, watch),
  }
}

const catchingUp = (
  { store }: Ground,
  serving: Serving,
  unserved: (error: unknown) => void,
): Pick<Family, 'isLive' | 'caughtUp'> => {
  let live = false
  let catching: Promise<void> | undefined
  const catchUp = async () => {
    try {
      await serving.projector.reached(await persistently(() => store.end()), NEVER)
      if (!serving.wasLive) await persistently(serving.goLive)
      live = true
    } catch (error) {
      // At an event that cannot be applied, what was live before is still read; health and writes answer 503.
      live = serving.wasLive
      // That one the projector has told itself.
      if (!(error instanceof ProjectorStopped)) unserved(error)
      throw error
    }
  }
  const caughtUp = () => {
    catching ??= catchUp()
    return catching
  }
  return { isLive: () => live, caughtUp }
}

/** What is common to all families of one log and one version of the code. */
export const editionWanted = ({ databases, logId, definition }: Ground) => ({
  databases,
  definition,
  projectionsVersion: projections.version,
  logId,
})

const partsOf = (
  ground: Ground,
  { model, dimensions }: EmbeddingProvider,
  { log, ahead }: { readonly log: ProjectorLog; readonly ahead: boolean },
): ServingParts => ({
  wanted: { ...editionWanted(ground), model: { model, dimensions } },
  store: ground.store,
  projections: projections.of({ model, dimensions }),
  holds: ground.holds,
  leadership: ground.leadership,
  log,
  ahead,
})

/** Tries again while the database is not there. */
const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
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
