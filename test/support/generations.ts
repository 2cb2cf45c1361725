import fc from 'fast-check'
import { projections } from '../../projections/index.js'
import type { Watch } from '../../src/concurrency/operation.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { isRecallEvent } from '../../src/domain/recall.js'
import { encode } from '../../src/event-store/codec.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { migrate } from '../../src/postgres/migrate.js'
import { createLeases } from '../../src/projector/generations/leases.js'
import {
  type Serving,
  type ServingDependencies,
  serveGenerations,
} from '../../src/projector/generations/serve-generations.js'
import type { RebuildOptions } from '../../src/projector/rebuild/plan-rebuild.js'
import { rebuild } from '../../src/projector/rebuild/rebuild.js'
import { historiesOfStaying, uuid } from './histories.js'
import { migrations, openLog } from './log.js'
import { plainStreams } from './prefix.js'
import { LOG_ID, MODEL } from './read-model.js'

const streams = plainStreams('test')
const silent = { progress() {}, retrying() {}, stopped() {}, parked() {}, resumed() {}, leads() {} }

export type Served = {
  readonly store: EventStore
  readonly parts: ServingDependencies
  readonly serving: Serving
  readonly append: (appends: readonly (readonly DomainEvent[])[]) => Promise<void>
  readonly shown: () => Promise<void>
  readonly rebuild: (options?: Partial<RebuildOptions>, watch?: Partial<Watch>) => ReturnType<typeof rebuild>
  readonly close: () => Promise<void>
}

export const partsOf = (
  databases: Databases,
  store: EventStore,
  more: Partial<ServingDependencies> = {},
): ServingDependencies => ({
  wanted: { databases, definition: migrations('read-model'), projectionsVersion: '1', logId: LOG_ID, model: MODEL },
  store,
  projections: projections.of(MODEL),
  leases: createLeases(databases),
  log: silent,
  ...more,
})

/** A log and its live read models, as one process has them. */
export const serveLog = async (
  databases: Databases,
  more: Partial<ServingDependencies['store']> = {},
): Promise<Served> => {
  await migrate(databases, migrations('generations'), 'generations')
  const store = { ...(await openLog(databases, { page: 4 })), ...more }
  const parts = partsOf(databases, store)
  const serving = await serveGenerations(parts)
  const never = new AbortController().signal
  const shown = async () => serving.projector.reached(await store.end(), never)
  await serving.goLive()
  return {
    store,
    parts,
    serving,
    shown,
    append: async (appends) => {
      for (const events of appends) {
        const [first] = events
        const userId = first && 'userId' in first.metadata ? first.metadata.userId : ''
        const kind = first !== undefined && isRecallEvent(first) ? 'recall' : 'bank'
        await store.append(streams[kind](userId), 'any', encode(events, 'any'))
      }
      await shown()
    },
    rebuild: (options, watch) =>
      rebuild(
        { ...parts, moved: serving.look, sharesConnection: databases.kind === 'pglite' },
        { verify: false, dryRun: false, ...options },
        { report: () => {}, signal: never, ...watch },
      ),
    close: async () => {
      await serving.close()
      await store.close()
    },
  }
}

/** A history long enough to be built in several batches, in the order of a log; of two users each time. */
export const longHistory = (seed: number, times = 12): readonly (readonly DomainEvent[])[] =>
  fc
    .sample(historiesOfStaying, { numRuns: times, seed })
    .flatMap((history, n) => history.map((append) => append.map(of(seed, n))))

/** The same events about somebody else, under ids of their own. */
const of =
  (seed: number, n: number) =>
  (event: DomainEvent): DomainEvent => {
    const { metadata } = event
    const userId = 'userId' in metadata ? { userId: `${metadata.userId} ${seed} ${n}` } : {}
    // Only ids are others; the type of the event stays.
    return {
      ...event,
      metadata: { ...metadata, ...userId, commandId: uuid(`${metadata.commandId} ${seed} ${n}`) },
    } as DomainEvent
  }
